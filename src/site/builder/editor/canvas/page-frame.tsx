import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { defineWords } from '../words.ts'
import { useCanvas, usePuckStore } from './canvas-context.tsx'
import frameStyles from './frame.css?url'

const useWords = defineWords({
  frame: ['The page', 'La page'],
  loading: ['The page is loading…', 'La page se charge…'],
  failed: ['The page could not be loaded.', 'La page n’a pas pu être chargée.'],
  retry: ['Try again', 'Réessayer'],
})

const TIMEOUT_MS = 20_000
/** Inline styles, because the frame has no style sheet until the page has loaded. */
const unstyled = { padding: 24, font: '24px/1.5 system-ui, sans-serif', textAlign: 'center' } as const

type RootProps = { readonly showsTitle?: boolean }
type FrameProps = { readonly children: ReactNode; readonly document?: Document | undefined }

/** The real page in Puck's frame, with the edited blocks in place; everything around them is inert. */
export function PageFrame({ children, document: frame }: FrameProps) {
  const { page, setFrame } = useCanvas()
  const words = useWords()
  const showsTitle = usePuckStore(({ appState }) => (appState.data.root.props as RootProps | undefined)?.showsTitle)
  const href = `${page.frame_link}&sktbuilder_title=${showsTitle === true}`
  // Dropped when it is no longer shown, because its elements are moved into the frame.
  const surroundings = useQuery({ queryKey: ['surroundings', href], queryFn: () => fetchPage(href), gcTime: 0 })
  const { data: from, refetch } = surroundings
  const [place, setPlace] = useState<Element | null>(null)
  useEffect(() => {
    if (!frame) return
    const element = frame.defaultView?.frameElement
    element?.setAttribute('name', 'sktbuilder-iframe')
    element?.setAttribute('title', words.frame)
    setFrame(frame)
  }, [frame, words, setFrame])
  useEffect(() => {
    if (!frame || !from || from === place) return
    if (place) replaceSurroundings(place, from)
    else if (frame.body.dataset.puckEntry === undefined) void openPage(frame, from).then(setPlace)
  }, [frame, from, place])
  if (place) return createPortal(children, place)
  const hasFailed = surroundings.isError && !surroundings.isFetching
  return (
    <div style={unstyled}>
      <p role="status">{!hasFailed && words.loading}</p>
      {hasFailed && (
        <div role="alert">
          <p>{words.failed}</p>
          <button type="button" style={{ font: 'inherit' }} onClick={() => void refetch()}>
            {words.retry}
          </button>
        </div>
      )}
    </div>
  )
}

/** Loads a page, and returns its container for blocks; scripts are removed, everything around it is inert. */
export async function fetchPage(href: string): Promise<Element> {
  const response = await fetch(href, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const place = page.getElementById('sktbuilder-blocks')
  if (!place) throw new Error('The page has no place for blocks')
  for (const element of page.querySelectorAll('script, noscript, iframe')) element.remove()
  for (let inner: Element = place; inner !== page.body && inner.parentElement; inner = inner.parentElement)
    for (const sibling of inner.parentElement.children) if (sibling !== inner) sibling.setAttribute('inert', '')
  return place
}

/** Fills the frame with the page; done once per editor. */
async function openPage(frame: Document, place: Element): Promise<Element> {
  const page = place.ownerDocument
  // Puck's marker for its root, which is empty here.
  frame.getElementById('frame-root')?.removeAttribute('data-puck-entry')
  Object.assign(frame.body.dataset, { puckEntry: '', puckPreviewMode: 'edit' })
  const hrefs = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map((link) => link.href)
  // A constructed style sheet, because the Content-Security-Policy allows no style elements.
  const inline = new (frame.defaultView as typeof globalThis & Window).CSSStyleSheet()
  inline.replaceSync([...page.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n'))
  frame.adoptedStyleSheets = [inline]
  await Promise.all([...hrefs, frameStyles].map((sheet) => addSheet(frame, sheet)))
  frame.documentElement.lang = page.documentElement.lang
  frame.documentElement.className = 'active-js'
  frame.title = page.title
  frame.body.className = page.body.className
  frame.body.prepend(...page.body.children)
  frame.addEventListener('click', stopLinks, { capture: true })
  frame.addEventListener('submit', (event) => event.preventDefault(), { capture: true })
  return place
}

/** Replaces what surrounds the blocks in the main part by that of another rendering. The blocks stay in place. */
function replaceSurroundings(inner: Element, from: Element): void {
  const [around, other] = [inner.parentElement, from.parentElement]
  if (inner.matches('main, body > *') || !around || !other) return
  for (const sibling of [...around.children]) if (sibling !== inner) sibling.remove()
  const all = [...other.children]
  inner.before(...all.slice(0, all.indexOf(from)))
  inner.after(...all.slice(all.indexOf(from) + 1))
  replaceSurroundings(around, other)
}

/** Links and forms on the canvas do nothing. */
function stopLinks(event: MouseEvent): void {
  const target = event.target as Element
  if (target.closest('a, button, summary, label, input') && !target.closest('[data-puck-overlay]'))
    event.preventDefault()
}

const addSheet = (frame: Document, href: string): Promise<unknown> =>
  new Promise((done) => {
    const link = frame.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', done)
    // A missing style sheet does not prevent editing.
    link.addEventListener('error', done)
    frame.head.append(link)
  })
