import type { ReactNode } from 'react'
import type { BlockProps } from '../../../../../things/blocks/block.ts'
import styles from './part.module.css'

type PartProps = Pick<BlockProps, 'id' | 'edit'> & {
  readonly title: string
  readonly text?: string
  /** A link to the full list of which the section shows an excerpt. */
  readonly link?: ReactNode
  readonly children: ReactNode
}

/** A titled section of the page, as wide as the page's column. */
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
