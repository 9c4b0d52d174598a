(define (problem blocksworld-4)
  (:domain blocksworld)
  (:objects
    b1 b2 b3 b4 - block)
  (:init
    (arm-empty)
    (clear b2)
    (clear b3)
    (on b1 b4)
    (on b2 b1)
    (on-table b3)
    (on-table b4))
  (:goal (and
    (on b1 b2)
    (on b4 b3))))
