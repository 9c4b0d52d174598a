; A mechanic who changes wheels with the tools from the boot of a car.
(define (domain tyreworld)
  (:requirements :strips :typing)
  (:types container hub item - object
          tool wheel nut - item)
  (:constants wrench jack pump - tool)
  (:predicates
    (closed ?container - container)
    (unclosed ?container - container)
    (unlocked ?container - container)
    (inside ?item - item ?container - container)
    (have ?item - item)
    (tight ?nut - nut ?hub - hub)
    (loose ?nut - nut ?hub - hub)
    (on-ground ?hub - hub)
    (raised ?hub - hub)
    (fastened ?hub - hub)
    (unfastened ?hub - hub)
    (bare ?hub - hub)
    (mounted ?wheel - wheel ?hub - hub)
    (inflated ?wheel - wheel)
    (flat ?wheel - wheel)
    (intact ?wheel - wheel))

  (:action open
    :parameters (?container - container)
    :precondition (and (unlocked ?container) (closed ?container))
    :effect (and (unclosed ?container) (not (closed ?container))))

  (:action close
    :parameters (?container - container)
    :precondition (and (unclosed ?container))
    :effect (and (closed ?container) (not (unclosed ?container))))

  (:action fetch
    :parameters (?item - item ?container - container)
    :precondition (and (inside ?item ?container) (unclosed ?container))
    :effect (and (have ?item) (not (inside ?item ?container))))

  (:action put-away
    :parameters (?item - item ?container - container)
    :precondition (and (have ?item) (unclosed ?container))
    :effect (and (inside ?item ?container) (not (have ?item))))

  (:action loosen
    :parameters (?nut - nut ?hub - hub)
    :precondition (and (have wrench) (tight ?nut ?hub) (on-ground ?hub))
    :effect (and (loose ?nut ?hub) (not (tight ?nut ?hub))))

  (:action tighten
    :parameters (?nut - nut ?hub - hub)
    :precondition (and (have wrench) (loose ?nut ?hub) (on-ground ?hub))
    :effect (and (tight ?nut ?hub) (not (loose ?nut ?hub))))

  (:action jack-up
    :parameters (?hub - hub)
    :precondition (and (have jack) (on-ground ?hub))
    :effect (and (raised ?hub) (not (on-ground ?hub)) (not (have jack))))

  (:action jack-down
    :parameters (?hub - hub)
    :precondition (and (raised ?hub))
    :effect (and (on-ground ?hub) (have jack) (not (raised ?hub))))

  (:action undo
    :parameters (?nut - nut ?hub - hub)
    :precondition (and (have wrench) (raised ?hub) (fastened ?hub) (loose ?nut ?hub))
    :effect (and (have ?nut) (unfastened ?hub) (not (fastened ?hub)) (not (loose ?nut ?hub))))

  (:action do-up
    :parameters (?nut - nut ?hub - hub)
    :precondition (and (have wrench) (raised ?hub) (unfastened ?hub) (have ?nut))
    :effect (and (loose ?nut ?hub) (fastened ?hub) (not (unfastened ?hub)) (not (have ?nut))))

  (:action remove-wheel
    :parameters (?wheel - wheel ?hub - hub)
    :precondition (and (raised ?hub) (unfastened ?hub) (mounted ?wheel ?hub))
    :effect (and (have ?wheel) (bare ?hub) (not (mounted ?wheel ?hub))))

  (:action put-on-wheel
    :parameters (?wheel - wheel ?hub - hub)
    :precondition (and (raised ?hub) (unfastened ?hub) (bare ?hub) (have ?wheel))
    :effect (and (mounted ?wheel ?hub) (not (bare ?hub)) (not (have ?wheel))))

  (:action inflate
    :parameters (?wheel - wheel)
    :precondition (and (have pump) (flat ?wheel) (intact ?wheel))
    :effect (and (inflated ?wheel) (not (flat ?wheel)))))
