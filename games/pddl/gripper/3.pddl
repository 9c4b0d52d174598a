(define (problem gripper-3)
  (:domain gripper)
  (:objects
    rooma roomb - room
    ball1 ball2 ball3 ball4 ball5 ball6 ball7 ball8 - ball
    left right - gripper)
  (:init
    (robot-in rooma)
    (free left)
    (free right)
    (ball-in ball1 rooma)
    (ball-in ball2 rooma)
    (ball-in ball3 rooma)
    (ball-in ball4 rooma)
    (ball-in ball5 rooma)
    (ball-in ball6 rooma)
    (ball-in ball7 rooma)
    (ball-in ball8 rooma))
  (:goal (and
    (ball-in ball1 roomb)
    (ball-in ball2 roomb)
    (ball-in ball3 roomb)
    (ball-in ball4 roomb)
    (ball-in ball5 roomb)
    (ball-in ball6 roomb)
    (ball-in ball7 roomb)
    (ball-in ball8 roomb))))
