import type { SeedPost } from '../types.ts'

export const theSecondSteep: SeedPost = {
  slug: 'the-second-steep',
  title: 'In praise of the second steep',
  excerpt:
    'The leaf that you are about to throw away has more to say. How long to wait, how much hotter to pour, and when to stop.',
  category: 'Brewing',
  tags: ['oolong', 'green tea', 'water'],
  daysAgo: 88,
  picture: 'anxi-tie-guan-yin-place',
  html: `
<p>We once emptied the baskets of a whole office into one bowl and counted. Of thirty-one portions of tea, twenty-six had been steeped exactly once. That is a little like reading the first chapter of twenty-six books.</p>

<h2>What is left in there</h2>
<p>The first water takes what lies on the surface: the brightest smells, most of the caffeine, some of the bitterness. Leaf that has been rolled or twisted is still half closed by then. The second water opens it, and for many oolongs it is the better of the two.</p>

<h2>A rule that fits on a finger</h2>
<p>Same water, a little hotter, a little longer. If the first steep was two minutes at eighty degrees, make the second three minutes at eighty-five. In a gaiwan the second is shorter than the first, because the leaf is already wet and awake.</p>
<ul>
<li>Green tea: two or three steeps. After that it is warm water with a memory.</li>
<li>Rolled oolong: five to seven in a pot, more in a gaiwan.</li>
<li>White tea: three long ones. Be patient with the last.</li>
<li>Black tea: two, the second with the lid on and ten minutes to spare.</li>
<li>Dark tea: until you get bored.</li>
</ul>

<h2>When to stop</h2>
<p>When the colour is there and the taste is not. Leave wet leaf for an hour or two between steeps if you like, but not overnight: by morning something else has moved in.</p>
<p>Then give it to the roses. Ours, at the back of the packing room, have never had anything else.</p>
`.trim(),
}
