(define (problem tyreworld-5)
  (:domain tyreworld)
  (:objects
    boot - container
    hub1 - hub
    w1 r1 - wheel
    nuts1 - nut)
  (:init
    (unlocked boot)
    (unclosed boot)
    (inside wrench boot)
    (inside jack boot)
    (inside pump boot)
    (on-ground hub1)
    (fastened hub1)
    (mounted w1 hub1)
    (intact r1)
    (inside r1 boot)
    (loose nuts1 hub1)
    (inflated r1)
    (flat w1))
  (:goal (and
    (mounted r1 hub1)
    (inside w1 boot))))
