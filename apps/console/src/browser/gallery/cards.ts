/** The image card around an event's target or a link. */
export const cardOf = (target: EventTarget | null | undefined): Element | null =>
  target instanceof Element ? target.closest('.card-image') : null

/** The checkbox of an image's card. */
export const boxOf = (target: EventTarget | null | undefined): HTMLInputElement | null =>
  cardOf(target)?.querySelector<HTMLInputElement>('input[name="id"]') ?? null
