/** Stars instead of a select (REV-02), a missing rating (REV-03), submission in place, Ctrl/Cmd+Enter (BLOG-04). */
import type { CommentFormInfo, CommentResponse } from './comments.routes.tsx'

/** A challenge is renewed after this time; it is valid for twelve hours. */
const CHALLENGE_TTL_MS = 11 * 3_600_000

type Params = { readonly i18n_required_rating_text?: string; readonly review_rating_required?: string }
const params = (): Params => (globalThis as { wc_single_product_params?: Params }).wc_single_product_params ?? {}

function enhanceCommentForm(form: HTMLFormElement): void {
  const select = form.querySelector<HTMLSelectElement>('#rating')
  if (select) makeStars(select)
  form.noValidate = true
  const getProof = prepareProof(form)

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.ariaBusy === 'true') return
    for (const field of ['rating', 'comment', 'author', 'email']) setFieldError(form, field, null)
    showProblem(form, '')
    if (select?.required && select.value === '' && (params().review_rating_required ?? 'yes') === 'yes') {
      const text = params().i18n_required_rating_text ?? 'Please select a rating'
      alert(text)
      setFieldError(form, 'rating', text)
      focusOn(form, 'rating')
      return
    }
    void send(form, getProof)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.requestSubmit()
  })
  form.addEventListener('input', (event) => setFieldError(form, (event.target as HTMLInputElement).name, null))
  if ('hasMistakes' in form.dataset) {
    focusOn(form, form.querySelector<HTMLInputElement>('[aria-invalid=true]')?.name ?? '')
  }
}

/** Requested when the form is first seen or focused. One proof serves all retries: it is redeemed on acceptance. */
function prepareProof(form: HTMLFormElement): () => Promise<string> {
  let proof: Promise<string> | undefined
  let requestedAt = 0
  const getProof = (): Promise<string> => {
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
    void getProof()
  })
  observer.observe(form)
  form.addEventListener('focusin', () => void getProof(), { once: true })
  return getProof
}

async function loadAndSolve(form: HTMLFormElement): Promise<string> {
  const response = await fetch(form.dataset.help ?? '', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error('There is no challenge.')
  const { challenge, userName, canComment } = (await response.json()) as CommentFormInfo
  showWriter(form, userName)
  if (!canComment) {
    const advice = userName === null ? ' If you have, sign in first.' : ''
    showProblem(form, `Only people who have bought this may review it.${advice}`)
  }
  const { solveProof } = await import('../../people/abuse/solve-challenge.client.ts')
  return solveProof(challenge)
}

/** Shows the signed-in user; null shows the name and email fields. */
function showWriter(form: HTMLFormElement, userName: string | null): void {
  for (const part of form.querySelectorAll<HTMLElement>('[data-for]')) {
    part.hidden = (part.dataset.for === 'signed-in') === (userName === null)
  }
  const name = form.querySelector('[data-writer]')
  if (name) name.textContent = userName
}

async function send(form: HTMLFormElement, getProof: () => Promise<string>): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('#submit')
  const label = button?.textContent ?? ''
  const setBusy = (isBusy: boolean) => {
    form.ariaBusy = `${isBusy}`
    if (!button) return
    button.ariaDisabled = `${isBusy}`
    button.textContent = isBusy ? 'Sending …' : label
  }
  setBusy(true)
  try {
    const data = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
    data.set('proof', await getProof())
    const response = await fetch(form.action, { method: 'POST', body: data, headers: { accept: 'application/json' } })
    const result = (await response.json()) as CommentResponse
    if (result.ok) return await show(form, result)
    for (const { field, text } of result.fieldErrors) {
      // The user was signed out after the form had loaded.
      if (field === 'author') showWriter(form, null)
      setFieldError(form, field, text)
    }
    const [first] = result.fieldErrors
    if (first) focusOn(form, first.field)
    else showProblem(form, result.text)
  } catch {
    showProblem(
      form,
      'It could not be sent: the shop cannot be reached. What you wrote is still here; try again in a moment.',
    )
  }
  setBusy(false)
}

async function show(form: HTMLFormElement, result: CommentResponse & { ok: true }): Promise<void> {
  const list = document.getElementById('reviews') ?? document.getElementById('comments')
  // It is stored, so a failure here must not say that it could not be sent.
  const page = await fetch(result.href)
    .then((response) => (response.ok ? response.text() : null))
    .catch(() => null)
  const freshPage = page === null ? null : new DOMParser().parseFromString(page, 'text/html')
  const newList = list ? freshPage?.getElementById(list.id) : null
  const postedComment = newList?.querySelector<HTMLElement>(`#comment-${result.id}`)
  if (!list || !freshPage || !newList || !postedComment || !form.isConnected) {
    history.replaceState(history.state, '', result.href)
    // A URL that only has another fragment would not be loaded.
    return location.reload()
  }
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

function setFieldError(form: HTMLFormElement, field: string, text: string | null): void {
  const message = document.getElementById(`${field}-mistake`)
  if (!message || (message.hidden && text === null)) return
  message.hidden = text === null
  if (message.lastElementChild && text !== null) message.lastElementChild.textContent = text
  const control = form.elements.namedItem(field)
  const stars = field === 'rating' ? form.querySelector('.stars > span') : null
  for (const element of [control, stars]) {
    if (!(element instanceof HTMLElement)) continue
    if (element === control) element.ariaInvalid = text && 'true'
    if (text) element.setAttribute('aria-describedby', message.id)
    else element.removeAttribute('aria-describedby')
  }
}

function focusOn(form: HTMLFormElement, field: string): void {
  const control = form.elements.namedItem(field)
  if (field === 'rating') form.querySelector<HTMLElement>('.stars a[tabindex="0"]')?.focus()
  else if (control instanceof HTMLElement) control.focus()
}

function showProblem(form: HTMLFormElement, text: string): void {
  const problem = form.querySelector<HTMLElement>('[data-problem]')
  if (!problem) return
  problem.textContent = text
  problem.hidden = text === ''
}

/** Five links that behave as a radio group: one tab stop, arrow keys, Home and End (REV-02). */
function makeStars(select: HTMLSelectElement): void {
  if (select.previousElementSibling?.matches('.stars')) return
  const describedBy = select.getAttribute('aria-invalid') === 'true' ? 'aria-describedby="rating-mistake"' : ''
  const links = [1, 2, 3, 4, 5].map((star) => `<a href="#" class="star-${star}" role="radio">${star} of 5 stars</a>`)
  select.insertAdjacentHTML(
    'beforebegin',
    `<p class="stars"><span role="group" aria-labelledby="comment-form-rating-label" ${describedBy}>${links.join('')}</span><span class="stars-word" aria-hidden="true"></span></p>`,
  )
  const paragraph = select.previousElementSibling as HTMLElement
  const [group, ratingLabel] = paragraph.children as unknown as [HTMLElement, HTMLElement]
  const stars = [...group.querySelectorAll('a')]
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
    const at = stars.findIndex((star) => star.contains(event.target as Element))
    if (at === -1) return
    event.preventDefault()
    choose(at + 1)
  })
  group.addEventListener('keydown', (event) => {
    const at = stars.indexOf(document.activeElement as HTMLAnchorElement)
    if (at === -1 || event.ctrlKey || event.metaKey || event.altKey) return
    const forward = at + 1
    const back = at - 1
    const keys = { ArrowRight: forward, ArrowDown: forward, ArrowLeft: back, ArrowUp: back, Home: 0, End: 4, ' ': at }
    const next = keys[event.key as keyof typeof keys]
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
