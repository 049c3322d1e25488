import type { SeedPost } from '../types.ts'

export const milkFirstAndOtherQuarrels: SeedPost = {
  slug: 'milk-first-and-other-quarrels',
  title: 'Milk first, and other quarrels',
  excerpt:
    'Before or after, sugar or none, bag or leaf, lid on or off. Seven things that people who love each other fight about over tea, and what the thermometer says.',
  category: 'Brewing',
  tags: ['milk', 'black tea', 'beginners'],
  daysAgo: 262,
  picture: 'post-milk-first-and-other-quarrels',
  html: `
<p>Of all the letters that reach us, the angriest are about milk. We have stayed out of it for three years. Last month somebody in the packing room was called a barbarian over a mug of Assam, so we got out the thermometer, the white cups and the blindfolds, and spent two afternoons on it.</p>

<h2>Milk first or milk last</h2>
<p>If you brew in a pot, milk first has a point. The tea warms the milk slowly, and its proteins stay as they are. Poured the other way, the first drops of milk meet tea at 90 degrees and cook a little, which gives a faint taste of pudding. Five of seven people could tell the two cups apart. Three liked the pudding.</p>
<p>If you brew in the mug, milk first is an error, and not a matter of opinion. The water drops to 70 degrees before it has met the leaf, and what comes out is beige.</p>

<h2>Does it spoil good tea</h2>
<p>It hides things. A Darjeeling with milk is a Darjeeling with a curtain in front of it. An <a href="/product/assam-golden-tip/">Assam</a>, a Kenyan, a breakfast blend such as <a href="/product/samovar-breakfast/">ours</a> were bred and mixed for milk, and without it they can be all elbows. Nobody who gave you that tea meant you to suffer.</p>

<h2>Sugar</h2>
<p>A quarter of a teaspoon makes a tea rounder without making it sweet, as a pinch of salt does for soup. Two teaspoons make it a dessert. Both have their hour. The person who says that sugar is for those who do not like tea has usually not been out on the ice since five in the morning.</p>

<h2>Squeezing the bag</h2>
<p>We do not sell bags, and we have nothing to gain by saying this: squeezing is fine. The story that it wrings out some special bitterness did not survive the blindfold. You get a little more tea, and it tastes like tea.</p>

<h2>Lid or no lid</h2>
<p>Lid, for black and dark tea, and for anything in a thin mug. After four minutes an open mug has lost eleven degrees, a covered one six. For <a href="/product/xi-hu-longjing/">green tea</a> leave it off, as it is better off cooling.</p>

<h2>Is the second pot for guests</h2>
<p>With leaf tea, the second infusion of the same leaf is often the better one, and we have watched people pour it away with an apology. With a breakfast blend there is nothing left after the first. That is what it was cut small for.</p>

<h2>Boiled twice</h2>
<p>Water does not remember. It loses a bit of air, which you would have lost anyway in the cup. What does matter is how old the kettle’s scale is, and when somebody last rinsed the tank at the office.</p>

<h2>How to win</h2>
<p>You will not win by reading this aloud. Make both cups, in the same kind of mug, behind a door. Mark them underneath. Hand them over and say nothing. In our trial the two people who had held the strongest views for the longest time each chose the other one’s cup, and it was very quiet after that.</p>
<p>If you have tried it at home, write your result below. We would like to know how many households are still intact.</p>
`.trim(),
}
