import { type CheckoutProblem, problemText } from './address-check.ts'

const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export function clearErrors(form: HTMLFormElement): void {
  place(form).replaceChildren()
  for (const error of form.querySelectorAll('[data-field-error]')) error.textContent = ''
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
  }
}

/** A field that is being mended is no longer accused. */
export function forgiveEdits(form: HTMLFormElement): void {
  form.addEventListener('input', (event) => {
    const field = event.target as HTMLInputElement
    if (!field.hasAttribute('aria-invalid')) return
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
    const error = document.getElementById(`${field.name}_error`)
    if (error) error.textContent = ''
  })
}

/** What the browser itself found wrong, as the list on top and beside each field. */
export function showProblems(form: HTMLFormElement, problems: readonly CheckoutProblem[]): void {
  const list = document.createElement('ul')
  list.className = 'woocommerce-error'
  for (const problem of problems) {
    const item = document.createElement('li')
    item.dataset.id = problem.field
    if (problem.label === null) item.textContent = problem.text
    else {
      const label = document.createElement('strong')
      label.textContent = problem.label
      item.append(label, ` ${problem.text}`)
    }
    list.append(item)
    markField(
      form,
      problem.field,
      problem.fieldLabel === null ? problemText(problem) : `${problem.fieldLabel} ${problem.text}`,
    )
  }
  show(form, list)
}

/** The server's error list, as it answered it. */
export function showErrorHtml(form: HTMLFormElement, html: string): void {
  const template = document.createElement('template')
  template.innerHTML = html.trim()
  const list = template.content.firstElementChild
  if (!(list instanceof HTMLElement)) return
  for (const item of list.querySelectorAll<HTMLElement>('[data-id]'))
    markField(form, item.dataset.id ?? '', item.textContent?.trim() ?? '')
  show(form, list)
}

function markField(form: HTMLFormElement, name: string, text: string): void {
  const field = form.querySelector(`[name="${CSS.escape(name)}"]`)
  const error = document.getElementById(`${name}_error`)
  if (!field || !error) return
  error.textContent = text
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', error.id)
}

const place = (form: HTMLFormElement): HTMLElement => form.querySelector<HTMLElement>('[data-form-errors]') ?? form

/** The list comes into view with 100 px above it, and focus follows after 500 ms (SITE-14, CHK-10). */
function show(form: HTMLFormElement, list: HTMLElement): void {
  // The alert is what it is put into: as an alert itself it would be no list to a screen reader.
  list.removeAttribute('role')
  list.tabIndex = -1
  linkToFields(form, list)
  place(form).replaceChildren(list)
  scrollTo({ top: list.getBoundingClientRect().top + scrollY - 100, behavior: calm() ? 'auto' : 'smooth' })
  setTimeout(() => list.focus({ preventScroll: true }), 500)
  document.body.dispatchEvent(new CustomEvent('checkout_error', { bubbles: true }))
}

function linkToFields(form: HTMLFormElement, list: HTMLElement): void {
  list.addEventListener('click', (event) => {
    const id = (event.target as Element).closest<HTMLElement>('[data-id]')?.dataset.id
    if (id) form.querySelector<HTMLElement>(`[name="${CSS.escape(id)}"]`)?.focus()
  })
}
