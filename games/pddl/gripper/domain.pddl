; A robot with grippers that carries balls between rooms.
(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball gripper - object)
  (:predicates
    (robot-in ?room - room)
    (ball-in ?ball - ball ?room - room)
    (free ?gripper - gripper)
    (carry ?gripper - gripper ?ball - ball))

  (:action move
    :parameters (?from - room ?to - room)
    :precondition (and (robot-in ?from))
    :effect (and (robot-in ?to) (not (robot-in ?from))))

  (:action pick
    :parameters (?ball - ball ?room - room ?gripper - gripper)
    :precondition (and (ball-in ?ball ?room) (robot-in ?room) (free ?gripper))
    :effect (and (carry ?gripper ?ball) (not (ball-in ?ball ?room)) (not (free ?gripper))))

  (:action drop
    :parameters (?ball - ball ?room - room ?gripper - gripper)
    :precondition (and (carry ?gripper ?ball) (robot-in ?room))
    :effect (and (ball-in ?ball ?room) (free ?gripper) (not (carry ?gripper ?ball)))))
