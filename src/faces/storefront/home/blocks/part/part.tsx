import type { ReactNode } from 'react'
import type { BlockProps } from '../../../../../things/blocks/block.ts'
import styles from './part.module.css'

type PartProps = Pick<BlockProps, 'id' | 'edit'> & {
  readonly title: string
  /** Below the title. */
  readonly text?: string
  /** A link to the whole list that the part shows some of. */
  readonly link?: ReactNode
  readonly children: ReactNode
}

/** A part of the page with a title of its own, as wide as the page's column. */
export const Part = ({ id, edit, title, text, link, children }: PartProps) => {
  const heading = (
    <h2 id={id} {...edit('title')}>
      {title}
    </h2>
  )
  return (
    <div data-full="">
      <section className={styles.part} aria-labelledby={id}>
        {text === undefined && !link ? (
          heading
        ) : (
          <div className={styles.head}>
            {text === undefined ? (
              heading
            ) : (
              <div>
                {heading}
                <p {...edit('text')}>{text}</p>
              </div>
            )}
            {link}
          </div>
        )}
        {children}
      </section>
    </div>
  )
}
