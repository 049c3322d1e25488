import type { ReactNode } from 'react'
import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { PageJson } from '../../rest/page-json.ts'
import { useCanvas } from '../canvas/canvas-context.tsx'
import { defineWords } from '../words.ts'
import { compareDocuments, textOfBlock } from './compare-documents.ts'
import { DocumentFrame } from './document-frame.tsx'
import styles from './session.module.css'

const useWords = defineWords({
  differences: ['What differs', 'Ce qui diffère'],
  same: ['The blocks are the same.', 'Les blocs sont les mêmes.'],
  added: ['Added', 'Ajouté'],
  removed: ['Removed', 'Retiré'],
  moved: ['Moved', 'Déplacé'],
  changed: ['Changed', 'Modifié'],
})

type DifferencesProps = { readonly older: PageDocument; readonly newer: PageDocument }

/** Lists added, removed, moved and changed blocks. */
export function Differences({ older, newer }: DifferencesProps) {
  const words = useWords()
  const { known } = useCanvas()
  const differences = compareDocuments(older, newer)
  if (differences.length === 0) return <p>{words.same}</p>
  return (
    <ul className={styles.differences} aria-label={words.differences}>
      {differences.map(({ kind, block }) => {
        const text = textOfBlock(block)
        return (
          <li key={`${kind}-${block.id}`} data-kind={kind}>
            <strong>{words[kind]}</strong> {known.get(`${block.lib}/${block.block}`)?.title ?? block.block}
            {text !== '' && ` “${text}”`}
          </li>
        )
      })}
    </ul>
  )
}

type Side = { readonly title: string; readonly head: ReactNode; readonly document: PageDocument }
type ComparisonProps = { readonly page: PageJson; readonly older: Side; readonly newer: Side }

/** Two documents rendered side by side, with a list of differences. */
export const Comparison = ({ page, older, newer }: ComparisonProps) => (
  <>
    <Differences older={older.document} newer={newer.document} />
    <div className={styles.sides}>
      {[older, newer].map(({ title, head, document }, index) => (
        <section key={index === 0 ? 'older' : 'newer'} aria-label={title}>
          <div className={styles.side}>
            <h3>{title}</h3>
            {head}
          </div>
          <DocumentFrame page={page} document={document} title={title} />
        </section>
      ))}
    </div>
  </>
)
