import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import controls from '../../../../platform/admin/controls.module.css'
import { EmptyState, ErrorState, QueryState } from '../../../../platform/admin/parts.tsx'
import { useSend } from '../../../../platform/admin/resource.ts'
import { Icon, type IconName } from '../../../../platform/ui/icon.tsx'
import styles from './term-rows.module.css'
import { type Term, useTerms } from './terms.ts'
import { type Placed, placesAfterStep, rowsOf, type Step } from './tree.ts'

const BATCH_SIZE = 100

const labels: Readonly<Record<Step, readonly [label: string, icon: IconName]>> = {
  up: ['up', 'up'],
  down: ['down', 'down'],
  in: ['below the one before it', 'right'],
  out: ['to the outer level', 'left'],
}

type TermRowsProps = {
  readonly path: string
  readonly steps: readonly Step[]
  readonly empty: string
  readonly children: (term: Term, parent: Term | undefined) => ReactNode
}

/** Terms in shop order, with buttons that move a term together with its descendants. */
export function TermRows({ path, steps, empty, children }: TermRowsProps) {
  const query = useTerms(path)
  const { data: terms = [] } = query
  const [announcement, setAnnouncement] = useState('')
  const pressed = useRef('')
  const send = useSend(
    async (rest, changes: readonly Placed[]) => {
      for (let at = 0; at < changes.length; at += BATCH_SIZE)
        await rest.send('POST', `${path}/batch`, { update: changes.slice(at, at + BATCH_SIZE) })
    },
    [path],
  )
  // A row loses the focus when React moves it in the document.
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById(pressed.current)?.focus()
  }, [query.dataUpdatedAt])
  const press = (term: Term, step: Step, changes: readonly Placed[] | null) => {
    pressed.current = `${step}-${term.id}`
    if (send.isPending) return
    setAnnouncement(changes ? `${term.name} was moved ${labels[step][0]}.` : `${term.name} cannot go there.`)
    if (changes) send.mutate(changes)
  }
  return (
    <>
      <QueryState query={query} />
      {send.error && <ErrorState error={send.error} />}
      {query.data?.length === 0 && <EmptyState title={empty} />}
      <ol className={styles.rows}>
        {rowsOf(terms).map(({ term, depth }) => (
          <li key={term.id} className={styles.row} style={{ '--depth': depth } as CSSProperties}>
            {children(
              term,
              terms.find(({ id }) => id === term.parent),
            )}
            <span className={styles.soft}>{term.count === 1 ? '1 product' : `${term.count} products`}</span>
            <span className={styles.steps}>
              {steps.map((step) => {
                const changes = placesAfterStep(terms, term, step)
                return (
                  <button
                    key={step}
                    id={`${step}-${term.id}`}
                    type="button"
                    className={controls.icon}
                    aria-label={`Move ${term.name} ${labels[step][0]}`}
                    aria-disabled={changes === null}
                    onClick={() => press(term, step, changes)}
                  >
                    <Icon name={labels[step][1]} size={18} />
                  </button>
                )
              })}
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {send.isError ? '' : announcement}
      </p>
    </>
  )
}
