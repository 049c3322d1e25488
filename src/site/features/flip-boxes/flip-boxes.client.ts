/** Shows the back while hovered by a mouse or focused, and after its button or a tap. */
export function start(boxes: HTMLElement): void {
  const all = [...boxes.querySelectorAll<HTMLElement>(':scope > li')]
  for (const box of all) listen(box)
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const box of all) {
      if (backOf(box)?.contains(document.activeElement)) box.querySelector('button')?.focus()
      turn(box, false)
    }
  })
}

const backOf = (box: HTMLElement) => box.querySelector<HTMLElement>(':scope > [role=group]')

const isTurned = (box: HTMLElement): boolean => 'turned' in box.dataset

function turn(box: HTMLElement, toBack: boolean): void {
  box.toggleAttribute('data-turned', toBack)
  const button = box.querySelector('button')
  if (button) button.ariaPressed = String(toBack)
  const back = backOf(box)
  if (!back) return
  // A back that is longer than the front scrolls, also by keyboard.
  if (toBack && back.scrollHeight > back.clientHeight) back.tabIndex = 0
  else if (!toBack) back.removeAttribute('tabindex')
}

function listen(box: HTMLElement): void {
  box.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType === 'mouse') turn(box, true)
  })
  box.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse' && !box.contains(document.activeElement)) turn(box, false)
  })
  backOf(box)?.addEventListener('focusin', () => turn(box, true))
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!box.contains(relatedTarget as Node | null) && !box.matches(':hover')) turn(box, false)
  })
  box.addEventListener('click', (event) => {
    const target = event.target as Element
    const isTap = (event as PointerEvent).pointerType === 'touch' && !target.closest('a')
    if (isTap || box.querySelector(':scope > button')?.contains(target)) turn(box, !isTurned(box))
  })
}
