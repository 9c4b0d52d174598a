(define (problem barman-11)
  (:domain barman)
  (:objects
    left right - hand
    l0 l1 l2 - level
    dispenser1 dispenser2 dispenser3 - dispenser
    ingredient1 ingredient2 ingredient3 - ingredient
    cocktail1 cocktail2 cocktail3 - cocktail
    shot1 shot2 shot3 shot4 shot5 - shot
    shaker1 - shaker)
  (:init
    (hand-empty left)
    (hand-empty right)
    (on-table shaker1)
    (empty shaker1)
    (clean shaker1)
    (empty-level shaker1 l0)
    (at-level shaker1 l0)
    (next l0 l1)
    (next l1 l2)
    (on-table shot1)
    (empty shot1)
    (clean shot1)
    (on-table shot2)
    (empty shot2)
    (clean shot2)
    (on-table shot3)
    (empty shot3)
    (clean shot3)
    (on-table shot4)
    (empty shot4)
    (clean shot4)
    (on-table shot5)
    (empty shot5)
    (clean shot5)
    (dispenses dispenser1 ingredient1)
    (dispenses dispenser2 ingredient2)
    (dispenses dispenser3 ingredient3)
    (first-part cocktail1 ingredient2)
    (second-part cocktail1 ingredient3)
    (first-part cocktail2 ingredient2)
    (second-part cocktail2 ingredient1)
    (first-part cocktail3 ingredient1)
    (second-part cocktail3 ingredient3))
  (:goal (and
    (contains shot1 cocktail3))))
