import type { ReactNode } from 'react'
import { ButtonLink } from '../../../../../platform/ui/buttons.tsx'
import { Icon } from '../../../../../platform/ui/icon.tsx'
import type { BlockProps } from '../../../../../things/blocks/block.ts'
import { OptionText } from '../../../../../things/blocks/option-text.tsx'
import styles from './part.module.css'

type PartProps = Pick<BlockProps, 'id' | 'edit'> & {
  readonly title: string
  readonly text?: string
  /** Leads to the full list of which the section shows an excerpt. */
  readonly link?: { readonly label: string; readonly href: string }
  readonly children: ReactNode
}

/** A titled section of the page, as wide as the page's column. */
export const Part = ({ id, edit, title, text = '', link, children }: PartProps) => (
  <div data-full="">
    <section className={styles.part} aria-labelledby={title === '' ? undefined : id}>
      <div className={styles.head}>
        <div>
          <OptionText as="h2" id={id} text={title} {...edit('title')} />
          <OptionText text={text} {...edit('text')} />
        </div>
        {link && (
          <ButtonLink variant="tertiary" href={link.href}>
            {link.label} <Icon name="arrow" />
          </ButtonLink>
        )}
      </div>
      {children}
    </section>
  </div>
)
