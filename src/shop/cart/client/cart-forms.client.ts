export function stepQuantity(step: HTMLButtonElement, input: HTMLInputElement): void {
  const max = input.max === '' ? Number.POSITIVE_INFINITY : Number(input.max)
  const quantity = Math.min(max, Math.max(1, Math.trunc(Number(input.value) || 0) + Number(step.dataset.step)))
  input.value = String(quantity)
  for (const button of step.parentElement?.querySelectorAll<HTMLButtonElement>('[data-step]') ?? []) {
    button.disabled = button.dataset.step === '1' ? quantity >= max : quantity <= 1
  }
  // Disabling the pressed button would drop the focus out of the dialog.
  if (step.disabled) input.focus({ preventScroll: true })
}

export const fieldsOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))
