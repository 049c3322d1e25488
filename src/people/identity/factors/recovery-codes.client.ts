const codes = document.querySelector<HTMLElement>('#recovery-codes')
const buttonFor = (action: string) => document.querySelector<HTMLButtonElement>(`[data-recovery=${action}]`)

const copy = buttonFor('copy')
if (copy && codes && window.isSecureContext) {
  copy.hidden = false
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(codes.dataset.text ?? '').then(() => {
      copy.textContent = 'Copied'
    })
  })
}

const printButton = buttonFor('print')
if (printButton) {
  printButton.hidden = false
  printButton.addEventListener('click', () => window.print())
}
