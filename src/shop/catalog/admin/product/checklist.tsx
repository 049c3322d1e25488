import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useChosenPictures } from '../../../../platform/admin/fields/pictures-field.tsx'
import { Panel } from '../../../../platform/admin/parts.tsx'
import { toLocalIso } from '../../../../platform/time/shop-time.ts'
import styles from './product-screen.module.css'
import type { ProductValues } from './product-values.ts'
import { missingDetails } from './what-misses.ts'

/** Opens the section around the field and focuses it. */
function jumpTo(name: string): void {
  const field = document.querySelector(`[data-field="${CSS.escape(name)}"]`)
  const fold = field?.closest('details')
  if (fold) fold.open = true
  field?.scrollIntoView({ block: 'center' })
  field?.querySelector<HTMLElement>('input, select, textarea, [contenteditable=true], button')?.focus()
}

export function Checklist({ variations = 0 }: { readonly variations?: number }) {
  const values = useWatch() as ProductValues
  const [now] = useState(() => toLocalIso(new Date()))
  const pictures = useChosenPictures(values.images)
  const alts = values.images.flatMap((id) => pictures.get(id)?.alt_text ?? [])
  const missing = missingDetails({ values, alts, variations, now })
  const parts = Object.entries({
    Needed: missing.filter(({ isNeeded }) => isNeeded),
    Recommended: missing.filter(({ isNeeded }) => !isNeeded),
  })
  return (
    <Panel id="misses" title="Before it can be sold">
      <p role="status">
        {missing.some(({ isNeeded }) => isNeeded) ? '' : 'Nothing is missing: it can be sold once it is saved.'}
      </p>
      {parts.map(([title, items]) => (
        <ul key={title} className={styles.missing} aria-label={title} hidden={items.length === 0}>
          <li>
            <strong>{title}</strong>
          </li>
          {items.map(({ field, text }) => (
            <li key={text}>
              <button type="button" onClick={() => jumpTo(field)}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      ))}
    </Panel>
  )
}
