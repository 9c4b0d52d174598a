; A robot arm that moves one block at a time between towers and a table.
(define (domain blocksworld)
  (:requirements :strips :typing)
  (:types block - object)
  (:predicates
    (on ?top - block ?bottom - block)
    (on-table ?block - block)
    (clear ?block - block)
    (holding ?block - block)
    (arm-empty))

  (:action pickup
    :parameters (?block - block)
    :precondition (and (on-table ?block) (clear ?block) (arm-empty))
    :effect (and (holding ?block) (not (on-table ?block)) (not (clear ?block)) (not (arm-empty))))

  (:action putdown
    :parameters (?block - block)
    :precondition (and (holding ?block))
    :effect (and (on-table ?block) (clear ?block) (arm-empty) (not (holding ?block))))

  (:action stack
    :parameters (?top - block ?bottom - block)
    :precondition (and (holding ?top) (clear ?bottom))
    :effect (and (on ?top ?bottom) (clear ?top) (arm-empty) (not (holding ?top)) (not (clear ?bottom))))

  (:action unstack
    :parameters (?top - block ?bottom - block)
    :precondition (and (on ?top ?bottom) (clear ?top) (arm-empty))
    :effect (and (holding ?top) (clear ?bottom) (not (on ?top ?bottom)) (not (clear ?top)) (not (arm-empty)))))
