(define (problem gripper-14)
  (:domain gripper)
  (:objects
    rooma roomb - room
    ball1 ball2 ball3 ball4 - ball
    left right - gripper)
  (:init
    (robot-in rooma)
    (free left)
    (free right)
    (ball-in ball1 rooma)
    (ball-in ball2 roomb)
    (ball-in ball3 roomb)
    (ball-in ball4 roomb))
  (:goal (and
    (ball-in ball1 roomb)
    (ball-in ball2 rooma)
    (ball-in ball3 rooma)
    (ball-in ball4 rooma))))
