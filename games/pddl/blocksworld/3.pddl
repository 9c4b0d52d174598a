(define (problem blocksworld-3)
  (:domain blocksworld)
  (:objects
    b1 b2 b3 - block)
  (:init
    (arm-empty)
    (clear b1)
    (clear b3)
    (on b3 b2)
    (on-table b1)
    (on-table b2))
  (:goal (and
    (on b2 b3)
    (on b1 b2))))
