export function addShowPasswordButtons(root: ParentNode): void {
  for (const field of root.querySelectorAll<HTMLElement>('.password-input')) {
    const input = field.querySelector<HTMLInputElement>('input')
    if (!input || field.querySelector('.show-password-input')) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'show-password-input'
    button.setAttribute('aria-controls', input.id)
    const setVisible = (isShown: boolean) => {
      input.type = isShown ? 'text' : 'password'
      button.textContent = isShown ? 'Hide password' : 'Show password'
      button.classList.toggle('display-password', isShown)
    }
    setVisible(false)
    button.addEventListener('click', () => {
      setVisible(input.type === 'password')
      input.focus()
    })
    // Hidden again on submit, so that browsers do not store the password in form history.
    input.form?.addEventListener('submit', () => setVisible(false))
    field.append(button)
  }
}

addShowPasswordButtons(document)

// The lists of stolen passwords are large, so they are loaded when a password is chosen.
for (const input of document.querySelectorAll<HTMLInputElement>('input[data-own-words]')) {
  const load = () => void import('./strength-meter.client.ts').then((meter) => meter.showStrength(input))
  input.addEventListener('focus', load, { once: true })
  if (document.activeElement === input) load()
}
