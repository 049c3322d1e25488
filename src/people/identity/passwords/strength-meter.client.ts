import { isValidPasswordLength, passwordRefusalTexts } from './password-rules.ts'
import { passwordStrength } from './password-strength.ts'

const levels = [
  ['short', 'Very weak'],
  ['bad', 'Weak'],
  ['bad', 'Fair'],
  ['good', 'Good'],
  ['strong', 'Strong'],
] as const

const PAUSE_MS = 250

export function showStrength(input: HTMLInputElement): void {
  const meter = document.createElement('span')
  meter.setAttribute('role', 'status')
  input.closest('.password-input')?.after(meter)
  const own = JSON.parse(input.dataset.ownWords ?? '[]') as string[]
  const update = () => {
    if (input.value === '') {
      meter.textContent = ''
      meter.className = ''
      return
    }
    const { score, weakness } = passwordStrength(input.value, own)
    const refusal = isValidPasswordLength(input.value) ? weakness : 'length'
    const [className, name] = levels[refusal === 'length' ? 0 : score]
    meter.className = `woocommerce-password-strength ${className}`
    meter.textContent = refusal === null ? `${name}.` : `${name}. ${passwordRefusalTexts[refusal]}`
  }
  let timer = 0
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(update, PAUSE_MS)
  })
  update()
}
