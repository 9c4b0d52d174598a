"""A scorecard as tables of text: what each of them says, whatever they are drawn with."""
