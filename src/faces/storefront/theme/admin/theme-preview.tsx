import { type CSSProperties, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useRest } from '../../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import type { Theme } from '../settings.ts'
import { themeCss } from '../theme-css.ts'
import styles from './theme-screen.module.css'

const widths = [
  ['Phone', 390],
  ['Tablet', 768],
  ['Desktop', 1440],
] as const
const HEIGHT = 680

/** A page of the shop with a theme that is not saved. */
export function ThemePreview({ theme }: { theme: Partial<Theme> }) {
  const id = useId()
  const frame = useRef<HTMLIFrameElement>(null)
  const pages = usePages()
  const [path, setPath] = useState<string>(paths.home)
  const [width, setWidth] = useState(1440)
  const [room, measure] = useRoom()
  const css = themeCss(theme)
  const apply = () => frame.current && applyTheme(frame.current, css)
  useEffect(() => {
    if (frame.current) applyTheme(frame.current, css)
  }, [css])
  const scale = Math.min(1, room / width)
  const size: CSSProperties = { width, height: HEIGHT / scale, transform: `scale(${scale})` }
  return (
    <section className={styles.preview} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Preview</h2>
      <div className={styles.choices}>
        <label>
          Page
          <select value={path} onChange={({ target }) => setPath(target.value)}>
            {pages.map(([label, href]) => (
              <option key={href} value={href}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          Width
          <select value={width} onChange={({ target }) => setWidth(Number(target.value))}>
            {widths.map(([label, pixels]) => (
              <option key={pixels} value={pixels}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div ref={measure} className={styles.window} style={{ height: HEIGHT }}>
        {/* Another page is another frame, because a frame that goes elsewhere is a step of the browser's history. */}
        {room > 0 && (
          <iframe key={path} ref={frame} title="A page of the shop" src={path} style={size} onLoad={apply} />
        )}
      </div>
    </section>
  )
}

/** By the browser's style sheets and not as text of the page, which its policy would not permit. */
function applyTheme(frame: HTMLIFrameElement, css: string): void {
  const { contentDocument: page, contentWindow: view } = frame
  // A page of another site, which a link has led to.
  if (!page || !view) return
  const saved = page.getElementById('theme-css')
  if (saved instanceof (view as Window & typeof globalThis).HTMLLinkElement) saved.disabled = true
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
}

/** The home page, and a product and a post if there are any. */
function usePages(): readonly (readonly [label: string, href: string])[] {
  const products = hrefs.storeApi('/products?per_page=1')
  const posts = `${paths.restPosts}?per_page=1`
  const [product] = useRest<readonly { readonly permalink: string }[]>([products], products).data ?? []
  const [post] = useRest<readonly { readonly link: string }[]>([posts], posts).data ?? []
  const pathOf = (url: string) => new URL(url).pathname
  return [
    ['Home', paths.home],
    ...(product ? [['A product', pathOf(product.permalink)] as const] : []),
    ...(post ? [['A post', pathOf(post.link)] as const] : []),
  ]
}

/** The width of an element in pixels. */
function useRoom() {
  const [room, setRoom] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [room, measure] as const
}
