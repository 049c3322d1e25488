import type { ReactNode } from 'react'
import { flag, type OptionValues, picture, text } from '../../../things/blocks/options.ts'
import type { Picture as MediaPicture } from '../../../things/media/media.table.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import carousel from '../carousel.module.css'
import { CarouselViewport, PlayButton } from '../carousel.tsx'
import { ColumnGrid, columnCount } from '../column-grid/column-grid.tsx'
import { defineFeature, type FeatureProps } from '../feature.ts'
import styles from './testimonials.module.css'

export type Testimonial = {
  readonly quote: ReactNode
  readonly name: string
  /** Place or occupation. */
  readonly about: string
  readonly picture?: MediaPicture | undefined
}

const TestimonialFigure = ({ quote, name, about, picture: face }: Testimonial) => (
  <figure className={styles.testimonial}>
    <blockquote>{quote}</blockquote>
    <figcaption>
      {face && <Picture picture={face} maxWidth={80} sizes="48px" alt="" />}
      <span>
        {name} <span className="optional">{about}</span>
      </span>
    </figcaption>
  </figure>
)

type TestimonialSliderProps = {
  readonly label: string
  readonly testimonials: readonly Testimonial[]
  readonly moves?: boolean
}

/** Three at a time, one on narrow screens; the script adds a dot per position (SHOW-01). */
export const TestimonialSlider = ({ label, testimonials, moves = false }: TestimonialSliderProps) => (
  <div className={carousel.wide} data-feature="testimonials">
    <CarouselViewport label={label} className={styles.viewport}>
      <ul className={`plain-list ${styles.strip}`}>
        {testimonials.map((testimonial, index) => (
          <li key={index}>
            <TestimonialFigure {...testimonial} />
          </li>
        ))}
      </ul>
    </CarouselViewport>
    <div className={`${carousel.controls} ${styles.controls}`}>
      {moves && <PlayButton />}
      <div className={styles.dots} role="group" aria-label={`Places in ${label}`} data-dots="" />
    </div>
  </div>
)

const item = {
  name: 'testimonial',
  title: 'Testimonial',
  options: { name: text('Name'), about: text('Place or profession'), picture: picture('Picture') },
}

type ItemOptions = OptionValues<typeof item.options>

const testimonialsOf = ({ items, pictures }: Pick<FeatureProps<unknown, ItemOptions>, 'items' | 'pictures'>) =>
  items.map(({ options: { name, about, picture: mediaId }, html }) => ({
    quote: <div dangerouslySetInnerHTML={{ __html: html }} />,
    name,
    about,
    picture: pictures.get(mediaId),
  }))

export const testimonials = defineFeature({
  name: 'testimonials',
  title: 'Testimonials',
  options: {
    title: text('Name of the testimonials', 'Testimonials'),
    autoplay: flag('Moves on by itself', false),
  },
  item,
  View: ({ options, ...shown }) => (
    <TestimonialSlider label={options.title} moves={options.autoplay} testimonials={testimonialsOf(shown)} />
  ),
})

/** Testimonials in a grid of columns (SHOW-09). */
export const testimonialColumns = defineFeature({
  name: 'testimonial_columns',
  title: 'Testimonials in columns',
  options: { count: columnCount() },
  item,
  View: ({ options, ...shown }) => (
    <ColumnGrid
      count={options.count}
      items={testimonialsOf(shown).map((testimonial, index) => <TestimonialFigure key={index} {...testimonial} />)}
    />
  ),
})
