(define (problem blocksworld-1)
  (:domain blocksworld)
  (:objects
    b1 b2 b3 - block)
  (:init
    (arm-empty)
    (clear b3)
    (on b1 b2)
    (on b3 b1)
    (on-table b2))
  (:goal (and
    (on b2 b1)
    (on b3 b2))))
