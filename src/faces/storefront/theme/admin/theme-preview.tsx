import { type CSSProperties, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useRest } from '../../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import type { Theme } from '../settings.ts'
import { themeCss } from '../theme-css.ts'
import styles from './theme-screen.module.css'

const widths: Options = Object.entries({ Phone: '390', Tablet: '768', Desktop: '1440' })
const HEIGHT = 680

/** Previews an unsaved theme on a page of the shop. */
export function ThemePreview({ theme }: { theme: Partial<Theme> }) {
  const id = useId()
  const frame = useRef<HTMLIFrameElement>(null)
  const [path, setPath] = useState<string>(paths.home)
  const [width, setWidth] = useState(() => (innerWidth < 700 ? '390' : '1440'))
  const [room, measure] = useRoom()
  const css = themeCss(theme)
  const apply = useCallback(() => applyTheme(frame.current?.contentDocument, css), [css])
  useEffect(apply, [apply])
  const scale = Math.min(1, room / Number(width))
  const size: CSSProperties = { width: Number(width), height: HEIGHT / scale, transform: `scale(${scale})` }
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h2 id={id}>Preview</h2>
      <div className={styles.choices}>
        <Choice label="Page" value={path} options={usePages()} onChange={setPath} />
        <Choice label="Width" value={width} options={widths} onChange={setWidth} />
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

/** Uses a constructed style sheet, because the page's Content-Security-Policy forbids inline styles. */
function applyTheme(page: Document | null | undefined, css: string): void {
  // Not accessible if a link has led to another site.
  if (!page?.defaultView) return
  const saved = page.querySelector<HTMLLinkElement>('#theme-css')
  if (saved) saved.disabled = true
  const sheet = new page.defaultView.CSSStyleSheet()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
}

type Options = readonly (readonly [label: string, value: string])[]
type ChoiceProps = {
  readonly label: string
  readonly value: string
  readonly options: Options
  readonly onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <label>
    {label}{' '}
    <select value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([text, option]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

/** The home page, a product and a post, if there are any. */
function usePages(): Options {
  const products = hrefs.storeApi('/products?per_page=1')
  const posts = `${paths.restPosts}?per_page=1`
  const product = useRest<readonly { readonly permalink: string }[]>([products], products).data?.[0]?.permalink
  const post = useRest<readonly { readonly link: string }[]>([posts], posts).data?.[0]?.link
  const found = (label: string, url = '') => (url === '' ? [] : [[label, new URL(url).pathname] as const])
  return [['Home', paths.home], ...found('A product', product), ...found('A post', post)]
}

/** The available width in px. */
function useRoom() {
  const [room, setRoom] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [room, measure] as const
}
