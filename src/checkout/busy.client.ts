/** While an order is under way its form lies under a veil and the button says what is being done. */
export function setBusy(form: HTMLFormElement, isBusy: boolean, words: string): void {
  form.classList.toggle('processing', isBusy)
  const overlay = form.querySelector(':scope > .blockOverlay')
  if (isBusy && !overlay) {
    const made = document.createElement('div')
    made.className = 'blockUI blockOverlay'
    form.append(made)
  } else if (!isBusy) overlay?.remove()
  const button = form.querySelector<HTMLButtonElement>('#place_order')
  if (!button) return
  button.setAttribute('aria-busy', String(isBusy))
  button.dataset.label ??= button.textContent ?? ''
  button.textContent = isBusy ? words : (button.dataset.label ?? '')
  if (!isBusy) delete button.dataset.label
}
