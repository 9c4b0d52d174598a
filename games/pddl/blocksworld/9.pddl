(define (problem blocksworld-9)
  (:domain blocksworld)
  (:objects
    b1 b2 b3 b4 b5 b6 - block)
  (:init
    (arm-empty)
    (clear b6)
    (on b1 b5)
    (on b2 b3)
    (on b4 b1)
    (on b5 b2)
    (on b6 b4)
    (on-table b3))
  (:goal (and
    (on b6 b1)
    (on b4 b2)
    (on b5 b4))))
