/** The card of an image that an event happened on, or that a link belongs to. */
export const cardOf = (target: EventTarget | null | undefined): Element | null =>
  target instanceof Element ? target.closest('.card-image') : null

/** The box that selects the image of a card. */
export const boxOf = (target: EventTarget | null | undefined): HTMLInputElement | null =>
  cardOf(target)?.querySelector<HTMLInputElement>('input[name="id"]') ?? null
