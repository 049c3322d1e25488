import type { CSSProperties, ReactNode } from 'react'
import type { BlockProps } from '../../../../things/blocks/block.ts'
import { choice, colour, picture } from '../../../../things/blocks/options.ts'
import { Picture } from '../../../../things/media/picture-element.tsx'
import styles from './band.module.css'
import { toneOf } from './tone.ts'

const backgrounds = ['none', 'cream', 'mist', 'leaf'] as const

/** Options of a block that is a band. */
export const bandOptions = (background: (typeof backgrounds)[number]) => ({
  background: choice('Background', backgrounds, background),
  colour: colour('Own background colour'),
  picture: picture('Picture behind it'),
  space: choice('Space above and below', ['small', 'medium', 'large'], 'medium'),
})

type BandProps = Pick<BlockProps, 'pictures'> & {
  readonly options: {
    readonly background: (typeof backgrounds)[number]
    readonly colour: string
    readonly picture: number
    readonly space: string
  }
  readonly children: ReactNode
}

/** Across the page with a background, on which its texts are read whatever it is. */
export function Band({ options: { background, colour: own, picture: id, space }, pictures, children }: BandProps) {
  const behind = pictures.get(id)
  const isDark = own === '' && (background === 'leaf' || behind !== undefined)
  const tone = own === '' ? (isDark ? 'dark' : undefined) : toneOf(own)
  return (
    <div
      className={styles.band}
      data-full=""
      data-background={own === '' ? (behind ? 'leaf' : background) : 'own'}
      data-tone={behind && tone === 'light' ? 'medium' : tone}
      data-space={space}
      style={own === '' ? undefined : ({ '--band': own } as CSSProperties)}
    >
      {behind && (
        <div className={styles.picture}>
          <Picture picture={behind} maxWidth={1920} sizes="100vw" alt="" />
        </div>
      )}
      <div className={styles.inner}>{children}</div>
    </div>
  )
}
