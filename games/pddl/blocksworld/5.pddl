(define (problem blocksworld-5)
  (:domain blocksworld)
  (:objects
    b1 b2 b3 b4 - block)
  (:init
    (arm-empty)
    (clear b2)
    (on b2 b3)
    (on b3 b4)
    (on b4 b1)
    (on-table b1))
  (:goal (and
    (on b2 b1)
    (on b3 b2)
    (on b4 b3))))
