import { useWatch } from 'react-hook-form'
import { useChosenPictures } from '../../../../platform/admin/fields/pictures-field.tsx'
import { Panel } from '../../../../platform/admin/parts.tsx'
import { toLocalIso } from '../../../../platform/time/shop-time.ts'
import styles from './product-screen.module.css'
import type { ProductValues } from './product-values.ts'
import { type Missing, whatMisses } from './what-misses.ts'

/** To the field, out of what is folded. */
function jumpTo(name: string): void {
  const field = document.querySelector(`[data-field="${CSS.escape(name)}"]`)
  const fold = field?.closest('details')
  if (fold) fold.open = true
  field?.scrollIntoView({ block: 'center' })
  field?.querySelector<HTMLElement>('input, select, textarea, button, [contenteditable=true]')?.focus()
}

export function Checklist({ variations }: { readonly variations: number }) {
  const values = useWatch() as ProductValues
  const pictures = useChosenPictures(values.images)
  const alts = values.images.flatMap((id) => pictures.get(id)?.alt_text ?? [])
  const missing = whatMisses({ values, alts, variations, now: toLocalIso(new Date()) })
  const needed = missing.filter(({ isNeeded }) => isNeeded)
  return (
    <Panel id="misses" title="What misses before it sells">
      <p role="status">
        {needed.length === 0 ? 'Nothing: it sells once it is saved.' : `Needed: ${needed.length} of these.`}
      </p>
      <Jumps title="Needed" missing={needed} />
      <Jumps title="Recommended" missing={missing.filter(({ isNeeded }) => !isNeeded)} />
    </Panel>
  )
}

const Jumps = ({ title, missing }: { readonly title: string; readonly missing: readonly Missing[] }) =>
  missing.length > 0 && (
    <>
      <h3>{title}</h3>
      <ul className={styles.missing} aria-label={title}>
        {missing.map(({ field, text }) => (
          <li key={text}>
            <button type="button" onClick={() => jumpTo(field)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
