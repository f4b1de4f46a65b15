import * as fc from "fast-check";

// Each run of npm test tries the same cases, so that a change fails by what it changes. Deep tests try others, by their seeds.
fc.configureGlobal({ seed: 1 });
