import type { CSSProperties, ReactNode } from 'react'
import type { BlockProps } from '../../../../things/blocks/block.ts'
import { choice, colour, type OptionValues, picture } from '../../../../things/blocks/options.ts'
import { Picture } from '../../../../things/media/picture-element.tsx'
import styles from './band.module.css'
import { toneOf } from './tone.ts'

const backgrounds = ['none', 'cream', 'mist', 'leaf'] as const

export const bandOptions = (background: (typeof backgrounds)[number]) => ({
  background: choice('Background', backgrounds, background),
  colour: colour('Own background colour'),
  picture: picture('Picture behind it'),
  space: choice('Space above and below', ['small', 'medium', 'large'], 'medium'),
})

type BandProps = Pick<BlockProps, 'pictures'> & {
  readonly options: OptionValues<ReturnType<typeof bandOptions>>
  readonly children: ReactNode
}

/** A full-width background; text colours adapt to it, so that text stays readable. */
export function Band({ options: { background, colour: custom, picture: id, space }, pictures, children }: BandProps) {
  const media = pictures.get(id)
  const isDark = custom === '' && (background === 'leaf' || media !== undefined)
  const tone = custom === '' ? (isDark ? 'dark' : undefined) : toneOf(custom)
  return (
    <div
      className={styles.band}
      data-full=""
      data-background={custom === '' ? (media ? 'leaf' : background) : 'own'}
      data-tone={media && tone === 'light' ? 'medium' : tone}
      data-space={space}
      style={custom === '' ? undefined : ({ '--band': custom } as CSSProperties)}
    >
      {media && (
        <div className={styles.picture}>
          <Picture picture={media} maxWidth={1920} sizes="100vw" alt="" />
        </div>
      )}
      <div className={styles.inner}>{children}</div>
    </div>
  )
}
