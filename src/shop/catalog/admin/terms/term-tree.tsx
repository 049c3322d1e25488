import type { CSSProperties } from 'react'
import { Link, useParams } from 'react-router'
import controls from '../../../../platform/admin/controls.module.css'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { EmptyState, QueryState, ScreenHeader } from '../../../../platform/admin/parts.tsx'
import { type Resource, screenOf } from '../../../../platform/admin/resource.ts'
import { Icon } from '../../../../platform/ui/icon.tsx'
import styles from './arrange.module.css'
import { useArrange, useTerms } from './arrange.tsx'
import { rowsOf } from './tree.ts'

export type TreeTerm = {
  readonly id: number
  readonly name: string
  readonly parent: number
  readonly menu_order: number
  readonly count: number
  readonly display: string
  readonly image: { readonly src: string } | null
  readonly samovar: { readonly image_id: number }
}

type TermTreeProps = { readonly resource: Resource; readonly emptyText: string }

/** Terms below others, in the order that the shop shows them in. */
export function TermTree({ resource, emptyText }: TermTreeProps) {
  const query = useTerms<TreeTerm>(resource.rest)
  const { buttonsOf, state } = useArrange(resource.rest, query.data, ['up', 'down', 'in', 'out'])
  const nameOf = (id: number) => query.data?.find((term) => term.id === id)?.name
  return (
    <>
      <ScreenHeader title={resource.title}>
        <Link className={controls.primary} to={`${resource.screen}new/`}>
          <Icon name="plus" size={16} /> New {resource.names[0]}
        </Link>
      </ScreenHeader>
      <QueryState query={query} />
      {state}
      {query.data?.length === 0 && <EmptyState title={`No ${resource.names[1]} yet`}>{emptyText}</EmptyState>}
      {query.data && query.data.length > 0 && (
        <ol className={styles.rows}>
          {rowsOf(query.data).map(({ term, depth }) => (
            <li key={term.id} className={styles.row} style={{ '--depth': depth } as CSSProperties}>
              {term.image && <img className={styles.picture} src={term.image.src} alt="" loading="lazy" />}
              <span className={styles.name}>
                <Link to={screenOf(resource, term.id)}>{term.name}</Link>
                {depth > 0 && <span className="visually-hidden"> in {nameOf(term.parent)}</span>}
              </span>
              <span className={styles.soft}>{term.count === 1 ? '1 product' : `${term.count} products`}</span>
              {buttonsOf(term)}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

const { Select } = formFields<{ parent: number }>()

/** Which term this one is below: any but itself and what is below it. */
export function ParentField({ resource }: { readonly resource: Resource }) {
  const { data = [] } = useTerms<TreeTerm>(resource.rest)
  const [own] = Object.values(useParams()).map(Number)
  const rows = rowsOf(data)
  const at = rows.findIndex(({ term }) => term.id === own)
  const within = at < 0 ? -1 : rows.findIndex(({ depth }, index) => index > at && depth <= (rows[at]?.depth ?? 0))
  const offered = at < 0 ? rows : rows.toSpliced(at, (within < 0 ? rows.length : within) - at)
  const options = offered.map(({ term, depth }) => [term.id, `${'— '.repeat(depth)}${term.name}`] as const)
  return <Select name="parent" label="Inside of" options={[[0, `No other ${resource.names[0]}`], ...options]} />
}
