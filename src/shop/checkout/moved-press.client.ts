/** Pointer movement that still counts as one press, in px. */
const MAX_MOVE = 8

/**
 * A press that starts on the order button counts even if the button moves away under the pointer: the press leaves a
 * field, whose message then appears above the button, and the browser sends no click.
 */
export function acceptMovedPress(form: HTMLFormElement): void {
  let start: { readonly x: number; readonly y: number; readonly top: number } | null = null
  const orderButton = () => form.querySelector<HTMLButtonElement>('#place_order')
  const isOn = (button: HTMLButtonElement, { target }: Event): boolean =>
    target instanceof Node && button.contains(target)

  addEventListener('pointerdown', (event) => {
    const button = orderButton()
    start =
      button && event.button === 0 && isOn(button, event)
        ? { x: event.clientX, y: event.clientY, top: button.getBoundingClientRect().top }
        : null
  })
  addEventListener('pointerup', (event) => {
    const button = orderButton()
    const press = start
    start = null
    if (!press || !button || isOn(button, event)) return
    const isStill = Math.hypot(event.clientX - press.x, event.clientY - press.y) <= MAX_MOVE
    if (isStill && button.getBoundingClientRect().top !== press.top) button.click()
  })
}
