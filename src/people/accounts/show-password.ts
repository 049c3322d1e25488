/** Puts a button into every password field that shows or hides what was typed (ACC-01). Without script there is none. */
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
    // A shown password must not stay in the list of texts that a browser remembers.
    input.form?.addEventListener('submit', () => setVisible(false))
    field.append(button)
  }
}

addShowPasswordButtons(document)
