/** One more or one less, within what the field allows; the buttons show where it ends. */
export function stepBy(step: HTMLButtonElement, input: HTMLInputElement): void {
  const most = input.max === '' ? Number.POSITIVE_INFINITY : Number(input.max)
  const wanted = Math.min(most, Math.max(1, Math.trunc(Number(input.value) || 0) + Number(step.dataset.step)))
  input.value = String(wanted)
  for (const button of step.parentElement?.querySelectorAll<HTMLButtonElement>('[data-step]') ?? []) {
    button.disabled = button.dataset.step === '1' ? wanted >= most : wanted <= 1
  }
  // A pressed button that ends up disabled would drop the focus out of the dialog.
  if (step.disabled) input.focus({ preventScroll: true })
}
