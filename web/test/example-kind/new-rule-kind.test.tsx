import { ruleKind } from "@groundcrew/shared/alerts";
import { IconBatteryOff } from "@tabler/icons-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { sampleRule } from "../../../shared/test/sample-alert.ts";
import { kindIcon } from "../../src/alerts/alert-kinds.ts";
import { emptyRule, ruleForm, ruleValues, type RuleValues } from "../../src/alerts/rules/rule-form.ts";
import { WhenFields } from "../../src/alerts/rules/when-fields.tsx";
import { useForm } from "../../src/lib/index.ts";

/** The example's kind, which a line in each list of kinds lists here, see `server/test/example-kind/list-example.ts`. */
const kind = ruleKind.parse("failed_batteries");
const about: RuleValues = { ...emptyRule("UTC"), name: "Batteries", kind };

function Fields({ values }: { values: RuleValues }) {
  return <WhenFields form={useForm(ruleForm, values)} isStaff={false} />;
}

/** The texts of the form and the values of its fields. */
const formOf = (values: RuleValues) =>
  renderToStaticMarkup(<Fields values={values} />)
    .replaceAll(/<input[^>]*aria-label="([^"]+)"[^>]*value="([^"]*)"[^>]*>/g, " $1: $2 ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

test("a kind of rule that is listed has its icon, and a form whose settings are read and written", () => {
  expect(kindIcon(kind)).toBe(IconBatteryOff);
  expect(formOf(about)).toMatch(
    /Failed batteries .*of at least Batteries: 2 batteries .*Batteries in the charger that report an unrecoverable error\./,
  );
  const { condition } = ruleForm.parse({ ...about, count: "3" });
  expect(condition).toEqual({ kind, count: 3 });
  const shown = ruleValues(sampleRule({ condition }), "UTC");
  expect(formOf(shown)).toContain("Batteries: 3");
  expect(ruleForm.safeParse({ ...about, count: "0" }).error?.issues.map(({ path }) => path)).toEqual([["count"]]);
});
