(define (problem tyreworld-1)
  (:domain tyreworld)
  (:objects
    boot - container
    hub1 - hub
    w1 r1 - wheel
    nuts1 - nut)
  (:init
    (unlocked boot)
    (closed boot)
    (inside wrench boot)
    (inside jack boot)
    (inside pump boot)
    (on-ground hub1)
    (fastened hub1)
    (mounted w1 hub1)
    (intact r1)
    (inside r1 boot)
    (loose nuts1 hub1)
    (flat r1)
    (flat w1))
  (:goal (and
    (mounted r1 hub1)
    (tight nuts1 hub1)
    (inside w1 boot))))
