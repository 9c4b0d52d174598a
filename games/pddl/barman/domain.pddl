; A bartender with two hands who mixes cocktails of two ingredients in a shaker.
; Levels count the units in the shaker. A shot that held a cocktail counts as used by it, so that it can be cleaned.
(define (domain barman)
  (:requirements :strips :typing)
  (:types hand level beverage dispenser container - object
          ingredient cocktail - beverage
          shot shaker - container)
  (:predicates
    (on-table ?container - container)
    (holding ?hand - hand ?container - container)
    (hand-empty ?hand - hand)
    (empty ?container - container)
    (contains ?container - container ?beverage - beverage)
    (clean ?container - container)
    (used ?shot - shot ?beverage - beverage)
    (dispenses ?dispenser - dispenser ?ingredient - ingredient)
    (empty-level ?shaker - shaker ?level - level)
    (at-level ?shaker - shaker ?level - level)
    (next ?lower - level ?higher - level)
    (unshaken ?shaker - shaker)
    (shaken ?shaker - shaker)
    (first-part ?cocktail - cocktail ?ingredient - ingredient)
    (second-part ?cocktail - cocktail ?ingredient - ingredient))

  (:action grasp
    :parameters (?hand - hand ?container - container)
    :precondition (and (on-table ?container) (hand-empty ?hand))
    :effect (and (holding ?hand ?container) (not (on-table ?container)) (not (hand-empty ?hand))))

  (:action leave
    :parameters (?hand - hand ?container - container)
    :precondition (and (holding ?hand ?container))
    :effect (and (on-table ?container) (hand-empty ?hand) (not (holding ?hand ?container))))

  (:action fill-shot
    :parameters (?shot - shot ?ingredient - ingredient ?hand - hand ?free - hand ?dispenser - dispenser)
    :precondition (and (holding ?hand ?shot) (hand-empty ?free) (dispenses ?dispenser ?ingredient)
                       (empty ?shot) (clean ?shot))
    :effect (and (contains ?shot ?ingredient) (used ?shot ?ingredient) (not (empty ?shot)) (not (clean ?shot))))

  (:action refill-shot
    :parameters (?shot - shot ?ingredient - ingredient ?hand - hand ?free - hand ?dispenser - dispenser)
    :precondition (and (holding ?hand ?shot) (hand-empty ?free) (dispenses ?dispenser ?ingredient)
                       (empty ?shot) (used ?shot ?ingredient))
    :effect (and (contains ?shot ?ingredient) (not (empty ?shot))))

  (:action empty-shot
    :parameters (?hand - hand ?shot - shot ?beverage - beverage)
    :precondition (and (holding ?hand ?shot) (contains ?shot ?beverage))
    :effect (and (empty ?shot) (not (contains ?shot ?beverage))))

  (:action clean-shot
    :parameters (?shot - shot ?beverage - beverage ?hand - hand ?free - hand)
    :precondition (and (holding ?hand ?shot) (hand-empty ?free) (empty ?shot) (used ?shot ?beverage))
    :effect (and (clean ?shot) (not (used ?shot ?beverage))))

  (:action pour-shot-to-clean-shaker
    :parameters (?shot - shot ?ingredient - ingredient ?shaker - shaker ?hand - hand ?from - level ?to - level)
    :precondition (and (holding ?hand ?shot) (contains ?shot ?ingredient) (empty ?shaker) (clean ?shaker)
                       (at-level ?shaker ?from) (next ?from ?to))
    :effect (and (contains ?shaker ?ingredient) (unshaken ?shaker) (at-level ?shaker ?to) (empty ?shot)
                 (not (contains ?shot ?ingredient)) (not (empty ?shaker)) (not (clean ?shaker))
                 (not (at-level ?shaker ?from))))

  (:action pour-shot-to-used-shaker
    :parameters (?shot - shot ?ingredient - ingredient ?shaker - shaker ?hand - hand ?from - level ?to - level)
    :precondition (and (holding ?hand ?shot) (contains ?shot ?ingredient) (unshaken ?shaker)
                       (at-level ?shaker ?from) (next ?from ?to))
    :effect (and (contains ?shaker ?ingredient) (at-level ?shaker ?to) (empty ?shot)
                 (not (contains ?shot ?ingredient)) (not (at-level ?shaker ?from))))

  (:action empty-shaker
    :parameters (?hand - hand ?shaker - shaker ?cocktail - cocktail ?from - level ?to - level)
    :precondition (and (holding ?hand ?shaker) (contains ?shaker ?cocktail) (shaken ?shaker)
                       (at-level ?shaker ?from) (empty-level ?shaker ?to))
    :effect (and (empty ?shaker) (at-level ?shaker ?to) (not (at-level ?shaker ?from)) (not (shaken ?shaker))
                 (not (contains ?shaker ?cocktail))))

  (:action clean-shaker
    :parameters (?hand - hand ?free - hand ?shaker - shaker)
    :precondition (and (holding ?hand ?shaker) (hand-empty ?free) (empty ?shaker))
    :effect (and (clean ?shaker)))

  (:action shake
    :parameters (?cocktail - cocktail ?first - ingredient ?second - ingredient ?shaker - shaker
                 ?hand - hand ?free - hand)
    :precondition (and (holding ?hand ?shaker) (hand-empty ?free) (unshaken ?shaker)
                       (contains ?shaker ?first) (contains ?shaker ?second)
                       (first-part ?cocktail ?first) (second-part ?cocktail ?second))
    :effect (and (shaken ?shaker) (contains ?shaker ?cocktail) (not (unshaken ?shaker))
                 (not (contains ?shaker ?first)) (not (contains ?shaker ?second))))

  (:action pour-shaker-to-shot
    :parameters (?beverage - beverage ?shot - shot ?hand - hand ?shaker - shaker ?from - level ?to - level)
    :precondition (and (holding ?hand ?shaker) (shaken ?shaker) (contains ?shaker ?beverage)
                       (empty ?shot) (clean ?shot) (at-level ?shaker ?from) (next ?to ?from))
    :effect (and (contains ?shot ?beverage) (used ?shot ?beverage) (at-level ?shaker ?to) (not (empty ?shot))
                 (not (clean ?shot)) (not (at-level ?shaker ?from)))))
