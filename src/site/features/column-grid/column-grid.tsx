import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { choice } from '../../../things/blocks/options.ts'
import { defineFeature } from '../feature.ts'
import styles from './column-grid.module.css'

export const columnCount = () => choice('Columns', ['2', '3', '4'], '3')

type ColumnGridProps = { readonly count: '2' | '3' | '4'; readonly items: readonly ReactNode[] }

/** Breaks after every second, third or fourth item keep rows aligned despite different heights (SHOW-09). */
export const ColumnGrid = ({ count, items }: ColumnGridProps) => (
  <div className={`columns-${count} ${styles.grid}`} style={{ '--columns': count } as CSSProperties}>
    {items.map((item, index) => (
      <Fragment key={index}>
        <div className={`column ${styles.column}`}>{item}</div>
        {(index + 1) % Number(count) === 0 && <div className={`row-break ${styles.break}`} />}
      </Fragment>
    ))}
  </div>
)

export const columns = defineFeature({
  name: 'columns',
  title: 'Columns',
  options: { count: columnCount() },
  item: { name: 'column', title: 'Column', options: {} },
  View: ({ options, items }) => (
    <ColumnGrid
      count={options.count}
      items={items.map(({ html }, index) => <div key={index} dangerouslySetInnerHTML={{ __html: html }} />)}
    />
  ),
})
