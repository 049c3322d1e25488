/**
 * Answering a comment where it stands: the form moves under it and says whom it answers, 'Cancel reply' takes it back
 * (BLOG-04). Without this the same links open the page with the form made ready for the answer.
 */

/** Marks the place that the form was taken from; the platform's name for it. */
const PLACE = 'wp-temp-form-div'

const parts = () => {
  const respond = document.getElementById('respond')
  const parent = document.querySelector<HTMLInputElement>('#comment_parent')
  const title = document.getElementById('reply-title')
  const cancel = document.getElementById('cancel-comment-reply-link')
  return respond && parent && title && cancel ? { respond, parent, title, cancel } : null
}

let usualTitle: string | undefined
/** The link that was followed, to go back to when the answer is called off. */
let cameFrom: HTMLElement | null = null

function answer(link: HTMLElement): boolean {
  const found = parts()
  const below = document.getElementById(link.dataset.belowelement ?? '')
  if (!found || !below) return false
  const { respond, parent, title, cancel } = found
  if (!document.getElementById(PLACE)) {
    const place = document.createElement('div')
    place.id = PLACE
    place.hidden = true
    respond.before(place)
  }
  // On a page that came with the form made ready for an answer, the title is not the usual one.
  usualTitle ??= parent.value === '0' ? (title.textContent ?? '') : 'Leave a comment'
  cameFrom = link
  below.after(respond)
  parent.value = link.dataset.commentid ?? '0'
  title.textContent = link.dataset.replyto ?? ''
  cancel.hidden = false
  respond.querySelector<HTMLElement>('#comment')?.focus()
  return true
}

function callOff(): boolean {
  const found = parts()
  if (!found) return false
  const { respond, parent, title, cancel } = found
  const place = document.getElementById(PLACE)
  place?.replaceWith(respond)
  parent.value = '0'
  title.textContent = usualTitle ?? 'Leave a comment'
  cancel.hidden = true
  if (cameFrom?.isConnected) cameFrom.focus()
  else respond.querySelector<HTMLElement>('#comment')?.focus()
  cameFrom = null
  return true
}

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = (event.target as Element).closest<HTMLElement>('.comment-reply-link, #cancel-comment-reply-link')
  if (!link) return
  const isDone = link.id === 'cancel-comment-reply-link' ? callOff() : answer(link)
  if (isDone) event.preventDefault()
})

export {}
