(define (problem blocksworld-7)
  (:domain blocksworld)
  (:objects
    b1 b2 b3 b4 b5 - block)
  (:init
    (arm-empty)
    (clear b4)
    (on b1 b5)
    (on b3 b2)
    (on b4 b1)
    (on b5 b3)
    (on-table b2))
  (:goal (and
    (on b5 b1)
    (on b2 b3)
    (on b4 b2))))
