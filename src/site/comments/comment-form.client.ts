/**
 * Enhances a comment form: star rating instead of a select (REV-02), error for a missing rating (REV-03), submission in
 * place, Ctrl/Cmd+Enter (BLOG-04). The proof of work is computed while the visitor writes.
 */
import type { CommentFormInfo, CommentResponse } from './comments.routes.tsx'

/** A challenge is renewed after this time; it is valid for twelve hours. */
const CHALLENGE_TTL_MS = 11 * 3_600_000

type Params = { readonly i18n_required_rating_text?: string; readonly review_rating_required?: string }
const params = (): Params => (globalThis as { wc_single_product_params?: Params }).wc_single_product_params ?? {}

export function enhanceCommentForm(form: HTMLFormElement): void {
  const select = form.querySelector<HTMLSelectElement>('#rating')
  if (select) makeStars(select)
  form.noValidate = true
  const proofProvider = prepareProof(form)

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.getAttribute('aria-busy') === 'true') return
    clearFieldErrors(form)
    if (select && select.value === '' && (params().review_rating_required ?? 'yes') === 'yes' && select.required) {
      const text = params().i18n_required_rating_text ?? 'Please select a rating'
      alert(text)
      showFieldErrors(form, [{ field: 'rating', text }])
      return
    }
    void send(form, proofProvider)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.requestSubmit()
  })
  form.addEventListener('input', (event) => clearFieldError(form, (event.target as HTMLInputElement).name))
  if ('hasMistakes' in form.dataset) {
    focusOn(form, form.querySelector<HTMLElement>('[aria-invalid=true]')?.getAttribute('name') ?? '')
  }
}

type ProofProvider = { proof(): Promise<string> }

/** Requests visitor info and a challenge when the form is first seen or focused, and solves the challenge in the background. */
function prepareProof(form: HTMLFormElement): ProofProvider {
  let proof: Promise<string> | undefined
  let requestedAt = 0
  const requestProof = (): Promise<string> => {
    if (proof && Date.now() - requestedAt < CHALLENGE_TTL_MS) return proof
    requestedAt = Date.now()
    proof = loadAndSolve(form).catch(() => {
      // Comments without a proof are accepted but moderated.
      proof = undefined
      return ''
    })
    return proof
  }
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return
    observer.disconnect()
    void requestProof()
  })
  observer.observe(form)
  form.addEventListener('focusin', () => void requestProof(), { once: true })
  // One proof is enough for retries, because it is redeemed only when a comment is accepted.
  return { proof: requestProof }
}

async function loadAndSolve(form: HTMLFormElement): Promise<string> {
  const response = await fetch(form.dataset.help ?? '', { headers: { accept: 'application/json' } })
  if (!response.ok) return ''
  const { challenge, userName, canComment } = (await response.json()) as CommentFormInfo
  showUserName(form, userName)
  if (!canComment)
    showProblem(form, userName === null ? signInText() : 'Only people who have bought this may review it.')
  const { solveProof } = await import('../../people/abuse/solve-challenge.client.ts')
  return solveProof(challenge)
}

function showUserName(form: HTMLFormElement, userName: string | null): void {
  for (const part of form.querySelectorAll<HTMLElement>('[data-for]')) {
    part.hidden = (part.dataset.for === 'signed-in') === (userName === null)
  }
  const name = form.querySelector('[data-writer]')
  if (name) name.textContent = userName
}

const signInText = (): string => 'Only people who have bought this may review it. If you have, sign in first.'

async function send(form: HTMLFormElement, proofProvider: ProofProvider): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('#submit')
  const label = button?.textContent ?? ''
  const setBusy = (isBusy: boolean) => {
    form.setAttribute('aria-busy', String(isBusy))
    if (!button) return
    button.setAttribute('aria-disabled', String(isBusy))
    button.textContent = isBusy ? 'Sending …' : label
  }
  setBusy(true)
  try {
    const data = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
    data.set('proof', await proofProvider.proof())
    const response = await fetch(form.action, { method: 'POST', body: data, headers: { accept: 'application/json' } })
    const result = (await response.json()) as CommentResponse
    if (result.ok) return await show(form, result)
    if (result.fieldErrors.length > 0) showFieldErrors(form, result.fieldErrors)
    else showProblem(form, result.text)
  } catch {
    showProblem(
      form,
      'It could not be sent: the shop cannot be reached. What you wrote is still here; try again in a moment.',
    )
  }
  setBusy(false)
}

/** Replaces the reviews or comments with those of the current page, and updates the URL. */
async function show(form: HTMLFormElement, result: CommentResponse & { ok: true }): Promise<void> {
  const list = document.getElementById('reviews') ?? document.getElementById('comments')
  const page = await fetch(result.href).then((response) => (response.ok ? response.text() : null))
  const freshPage = page === null ? null : new DOMParser().parseFromString(page, 'text/html')
  const newList = list ? freshPage?.getElementById(list.id) : null
  const postedComment = newList?.querySelector<HTMLElement>(`#comment-${result.id}`)
  if (!list || !freshPage || !newList || !postedComment || !form.isConnected) return location.assign(result.href)
  const title = '#tab-title-reviews a'
  const tab = document.querySelector(title)
  if (tab) tab.textContent = freshPage.querySelector(title)?.textContent ?? tab.textContent
  list.replaceWith(document.adoptNode(newList))
  history.replaceState(history.state, '', result.href)
  postedComment.focus({ preventScroll: true })
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  postedComment.scrollIntoView({ block: 'center', behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  enhancePageForm()
}

type FieldErrors = readonly { readonly field: string; readonly text: string }[]

function showFieldErrors(form: HTMLFormElement, errors: FieldErrors): void {
  for (const { field, text } of errors) {
    const message = form.querySelector<HTMLElement>(`#${field}-mistake`)
    const control = form.elements.namedItem(field)
    if (message?.lastElementChild) {
      message.lastElementChild.textContent = text
      message.hidden = false
    }
    if (control instanceof HTMLElement) {
      control.setAttribute('aria-invalid', 'true')
      control.setAttribute('aria-describedby', `${field}-mistake`)
    }
    if (field === 'rating') form.querySelector('.stars > span')?.setAttribute('aria-describedby', 'rating-mistake')
  }
  focusOn(form, errors[0]?.field ?? '')
}

function focusOn(form: HTMLFormElement, field: string): void {
  const control = form.elements.namedItem(field)
  if (field === 'rating') form.querySelector<HTMLElement>('.stars a[tabindex="0"]')?.focus()
  else if (control instanceof HTMLElement) control.focus()
}

function clearFieldError(form: HTMLFormElement, field: string): void {
  const message = field === '' ? null : form.querySelector<HTMLElement>(`#${field}-mistake`)
  if (!message || message.hidden) return
  message.hidden = true
  const control = form.elements.namedItem(field)
  if (control instanceof HTMLElement) {
    control.removeAttribute('aria-invalid')
    control.removeAttribute('aria-describedby')
  }
  if (field === 'rating') form.querySelector('.stars > span')?.removeAttribute('aria-describedby')
}

function clearFieldErrors(form: HTMLFormElement): void {
  for (const field of ['rating', 'comment', 'author', 'email']) clearFieldError(form, field)
  const problem = form.querySelector<HTMLElement>('[data-problem]')
  if (problem) problem.hidden = true
}

function showProblem(form: HTMLFormElement, text: string): void {
  const problem = form.querySelector<HTMLElement>('[data-problem]')
  if (!problem) return
  problem.textContent = text
  problem.hidden = false
}

/** Five links that behave as a radio group: one tab stop, arrow keys, Home and End (REV-02). */
export function makeStars(select: HTMLSelectElement): void {
  if (select.previousElementSibling?.matches('.stars')) return
  const paragraph = document.createElement('p')
  paragraph.className = 'stars'
  const group = document.createElement('span')
  group.setAttribute('role', 'group')
  group.setAttribute('aria-labelledby', 'comment-form-rating-label')
  if (select.getAttribute('aria-invalid') === 'true') group.setAttribute('aria-describedby', 'rating-mistake')
  const ratingLabel = document.createElement('span')
  ratingLabel.className = 'stars-word'
  ratingLabel.ariaHidden = 'true'
  const stars = [1, 2, 3, 4, 5].map((number) => {
    const star = document.createElement('a')
    star.href = '#'
    star.className = `star-${number}`
    star.textContent = `${number} of 5 stars`
    star.setAttribute('role', 'radio')
    return star
  })
  group.append(...stars)
  paragraph.append(group, ratingLabel)
  select.before(paragraph)
  select.hidden = true

  const draw = () => {
    const chosen = Number(select.value)
    paragraph.classList.toggle('selected', chosen > 0)
    for (const [index, star] of stars.entries()) {
      const isChosen = index + 1 === chosen
      star.classList.toggle('active', isChosen)
      star.setAttribute('aria-checked', String(isChosen))
      star.tabIndex = isChosen || (chosen === 0 && index === 0) ? 0 : -1
    }
    ratingLabel.textContent = chosen === 0 ? '' : (select.selectedOptions[0]?.text.split(': ')[1] ?? '')
  }
  const choose = (number: number) => {
    select.value = String(number)
    select.dispatchEvent(new Event('change', { bubbles: true }))
    select.dispatchEvent(new Event('input', { bubbles: true }))
    stars[number - 1]?.focus()
  }
  select.addEventListener('change', draw)
  group.addEventListener('click', (event) => {
    const at = stars.indexOf((event.target as Element).closest('a') as HTMLAnchorElement)
    if (at === -1) return
    event.preventDefault()
    choose(at + 1)
  })
  group.addEventListener('keydown', (event) => {
    const at = stars.indexOf(document.activeElement as HTMLAnchorElement)
    if (at === -1 || event.ctrlKey || event.metaKey || event.altKey) return
    const next = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: 4,
      ' ': at,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(((next + 5) % 5) + 1)
  })
  draw()
}

function enhancePageForm(): void {
  const form = document.querySelector<HTMLFormElement>('form#commentform')
  if (form) enhanceCommentForm(form)
}

enhancePageForm()
// Third-party scripts that insert a form trigger `init` on its select (storefront-scripts.md §5).
document.addEventListener('init', (event) => {
  if (event.target instanceof HTMLSelectElement && event.target.id === 'rating') makeStars(event.target)
})
