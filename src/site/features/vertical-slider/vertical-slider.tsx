import { picture, text } from '../../../things/blocks/options.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import carousel from '../carousel.module.css'
import { MoveButton } from '../carousel.tsx'
import { defineFeature } from '../feature.ts'
import styles from './vertical-slider.module.css'

const START_INDEX = 1

/** Stacked items of which one is visible; without JavaScript all are (SHOW-08). */
export const verticalSlider = defineFeature({
  name: 'vertical_slider',
  title: 'Vertical slider',
  options: { title: text('Name of the slider', 'Slides') },
  item: {
    name: 'vertical_slide',
    title: 'Slide',
    options: { title: text('Title'), picture: picture('Picture') },
  },
  View({ options, items, pictures }) {
    const current = Math.min(START_INDEX, items.length - 1)
    return (
      <div
        className={styles.slider}
        role="group"
        aria-roledescription="carousel"
        aria-label={options.title}
        data-feature="vertical_slider"
      >
        <ul className={`plain-list ${styles.list}`} aria-live="polite" data-list="">
          {items.map(({ options: { title, picture: mediaId }, html }, index) => {
            const shown = pictures.get(mediaId)
            return (
              <li key={index} data-current={index === current ? '' : undefined}>
                {shown && <Picture picture={shown} maxWidth={240} sizes="240px" />}
                <div className={styles.words}>
                  {title !== '' && <h3>{title}</h3>}
                  <div dangerouslySetInnerHTML={{ __html: html }} />
                </div>
              </li>
            )
          })}
        </ul>
        {items.length > 1 && (
          <div className={`${carousel.controls} ${styles.controls}`}>
            <MoveButton label="Previous slide" icon="up" by={-1} />
            <span data-position="">{`${current + 1} / ${items.length}`}</span>
            <MoveButton label="Next slide" icon="down" by={1} />
          </div>
        )}
      </div>
    )
  },
})
