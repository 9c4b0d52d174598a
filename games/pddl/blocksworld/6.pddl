(define (problem blocksworld-6)
  (:domain blocksworld)
  (:objects
    b1 b2 b3 b4 b5 - block)
  (:init
    (arm-empty)
    (clear b1)
    (clear b2)
    (on b2 b5)
    (on b3 b4)
    (on b5 b3)
    (on-table b1)
    (on-table b4))
  (:goal (and
    (on b5 b1)
    (on b4 b5))))
