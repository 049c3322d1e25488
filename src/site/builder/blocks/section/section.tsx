import { z } from 'zod'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { choice, picture } from '../../../../things/blocks/options.ts'
import { Picture } from '../../../../things/media/picture-element.tsx'
import styles from './section.module.css'

/** A band across the page with a background, which holds other blocks. */
export const section = defineBlock({
  name: 'section',
  title: 'Section with background',
  group: 'layout',
  options: z.object({
    background: choice('Background', ['none', 'cream', 'mist', 'leaf'], 'cream'),
    picture: picture('Picture behind the blocks'),
    space: choice('Space above and below', ['small', 'medium', 'large'], 'medium'),
  }),
  slots: [{ name: 'content', title: 'Content' }],
  View: ({ options, pictures, slots }) => {
    const behind = pictures.get(options.picture)
    return (
      <div
        className={styles.section}
        data-full=""
        data-background={behind ? 'picture' : options.background}
        data-space={options.space}
      >
        {behind && (
          <div className={styles.picture}>
            <Picture picture={behind} maxWidth={1920} sizes="100vw" alt="" />
          </div>
        )}
        <div className={styles.inner}>{slots.content}</div>
      </div>
    )
  },
})
