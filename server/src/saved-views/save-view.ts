import {
  canChangeView,
  savedSettings,
  SAVED_VIEWS_MAX,
  type changeSavedView,
  type createSavedView,
  type deleteSavedView,
  type NewSavedView,
  type setDefaultView,
} from "@groundcrew/shared/saved-views";
import { stationsView } from "@groundcrew/shared/stations";
import { change } from "../audit/index.ts";
import { uniqueViolation, type SharedDb } from "../platform/db/index.ts";
import { answer, authorOf, notFound, Problem, type Call, type Principal } from "../platform/http/index.ts";
import {
  countViews,
  deleteDefaultsOfOthers,
  deleteView,
  insertView,
  lockView,
  replaceDefault,
  updateView,
  type Found,
  type Person,
} from "./queries.ts";

/** Saves a view of the person who calls. */
export async function createOne(db: SharedDb, call: Call<typeof createSavedView>) {
  const person = personOf(call.principal);
  const settings = known(call.body.settings);
  return change(db, call, async (tx) => {
    if ((await countViews(tx, person.id)) >= SAVED_VIEWS_MAX) {
      throw new Problem(409, `You have ${SAVED_VIEWS_MAX} views, which is the most. Delete one first.`);
    }
    const id = await insertView(tx, person, { ...call.body, settings, changed_by: authorOf(call.principal) });
    if (id === undefined) throw taken();
    const { view } = await locked(tx, person, id);
    return {
      answer: answer(201, view),
      audit: { target: `saved view ${id}`, orgId: person.orgId, after: auditFields(view) },
    };
  });
}

/** Replaces the name and settings of a view, and whether it is shared. */
export async function changeOne(db: SharedDb, call: Call<typeof changeSavedView>) {
  const person = personOf(call.principal);
  const { rev, settings: sent, ...texts } = call.body;
  const after = { ...texts, settings: known(sent) };
  return change(db, call, async (tx) => {
    const { view, orgId, ownerId } = await lockedToChange(tx, call);
    if (view.rev !== rev) throw new Problem(412, "Someone changed this view. Nothing was saved; load it again.");
    if (ownerId === null && !after.shared) {
      throw new Problem(409, "Nobody would see this view: its owner was deleted. Delete the view instead.");
    }
    await update(tx, view.id, { ...after, changed_by: authorOf(call.principal) });
    if (!after.shared) await deleteDefaultsOfOthers(tx, view.id, ownerId);
    const changed = await lockView(tx, person, view.id);
    return {
      answer: answer(200, (changed ?? { view: { ...view, ...after } }).view),
      audit: { target: `saved view ${view.id}`, orgId, before: auditFields(view), after: auditFields(after) },
    };
  });
}

/** Deletes a view. */
export async function deleteOne(db: SharedDb, call: Call<typeof deleteSavedView>) {
  return change(db, call, async (tx) => {
    const { view, orgId } = await lockedToChange(tx, call);
    await deleteView(tx, view.id);
    return {
      answer: answer(204, null),
      audit: { target: `saved view ${view.id}`, orgId, before: auditFields(view) },
    };
  });
}

/** Sets the view that the list opens with for the person who calls. */
export async function setDefault(db: SharedDb, call: Call<typeof setDefaultView>) {
  const person = personOf(call.principal);
  const { view } = call.body;
  return change(db, call, async (tx) => {
    if (view !== null) await locked(tx, person, view);
    const before = await replaceDefault(tx, person.id, view);
    const target = `saved view ${view ?? before ?? "none"}`;
    const audit = { target, orgId: person.orgId, before: { default_view: before }, after: { default_view: view } };
    return { answer: answer(204, null), audit: before === view ? [] : audit };
  });
}

/** The person who calls. */
export function personOf(principal: Principal): Person {
  if (principal.kind !== "user") throw notFound();
  return { id: principal.id, orgId: principal.user.org_id };
}

/** A view for the audit log, which managers read: of one that is not shared, only that. */
function auditFields({ name, settings, shared }: NewSavedView): Partial<NewSavedView> {
  return shared ? { name, settings, shared } : { shared };
}

/** The settings that the list has. */
function known(settings: Readonly<Record<string, string>>): Record<string, string> {
  return savedSettings(stationsView.read(settings));
}

async function locked(tx: SharedDb, person: Person, id: number): Promise<Found> {
  const found = await lockView(tx, person, id);
  if (!found) throw notFound();
  return found;
}

type Addressed = { principal: Principal; params: { view: number } };

/** Locks a view that the person who calls may change. */
async function lockedToChange(tx: SharedDb, { principal, params }: Addressed): Promise<Found> {
  const found = await locked(tx, personOf(principal), params.view);
  if (principal.kind === "user" && canChangeView(principal.user, found.view)) return found;
  throw new Problem(403, "Only its owner and managers can change this view. Save it as a new one.");
}

async function update(...args: Parameters<typeof updateView>): Promise<void> {
  try {
    await updateView(...args);
  } catch (error) {
    throw uniqueViolation(error) === null ? error : taken();
  }
}

function taken(): Problem {
  return new Problem(409, "There is a view with this name already.");
}
