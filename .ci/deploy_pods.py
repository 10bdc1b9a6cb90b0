"""Rules of deploy/kubernetes that no schema states: confinement of every pod, and names that lead somewhere.

The argument is the output of `kubectl kustomize`. Prints each fault and exits with 1 if there is any.
"""

import sys

import yaml

# Made by the operator, so no manifest has it.
OUTSIDE = {("Secret", "caipan"), ("Secret", "caipan-first-key"), ("Secret", "caipan-tls")}
# --lame-duck and the time for requests in flight (docs/operations.md), in seconds.
STOP = 3 + 10


def pod_of(thing):
    """The pod template of an object, or None."""
    spec = thing.get("spec", {})
    spec = spec.get("jobTemplate", {}).get("spec", spec)
    return spec.get("template")


def faults(things):
    named = {(thing["kind"], thing["metadata"]["name"]) for thing in things} | OUTSIDE
    templates = [pod_of(thing) for thing in things if pod_of(thing)]
    for thing in things:
        name = f"{thing['kind']}/{thing['metadata']['name']}"
        spec = thing.get("spec", {})
        pod = pod_of(thing)
        if pod:
            yield from (f"{name}: {fault}" for fault in pod_faults(pod["spec"], named, spec))
        selector = spec.get("selector") or spec.get("podSelector")
        if selector:
            wanted = selector.get("matchLabels", selector)
            found = [one for one in templates if wanted.items() <= one["metadata"]["labels"].items()]
            if not found:
                yield f"{name}: its selector fits no pod"
            ports = {port["name"] for one in found for c in one["spec"]["containers"] for port in c.get("ports", [])}
            if thing["kind"] == "Service":
                yield from (f"{name}: no pod has port {p['targetPort']}" for p in spec["ports"] if p["targetPort"] not in ports)
            rules = [port["port"] for rule in spec.get("ingress", []) for port in rule.get("ports", [])]
            yield from (f"{name}: no pod has port {port}" for port in rules if port not in ports)
        target = spec.get("scaleTargetRef")
        if target and (target["kind"], target["name"]) not in named:
            yield f"{name}: nothing is called {target['name']}"
        for rule in spec.get("rules", []):
            for path in rule["http"]["paths"]:
                service = path["backend"]["service"]["name"]
                if ("Service", service) not in named:
                    yield f"{name}: no Service {service}"


def pod_faults(pod, named, owner):
    if pod.get("automountServiceAccountToken") is not False:
        yield "gets a token for the Kubernetes API"
    if ("ServiceAccount", pod.get("serviceAccountName")) not in named:
        yield "has no ServiceAccount of its own"
    if pod.get("enableServiceLinks") is not False:
        yield "gets variables of other Services"
    security = pod.get("securityContext", {})
    if security.get("runAsNonRoot") is not True or not security.get("runAsUser"):
        yield "may run as root"
    if security.get("seccompProfile", {}).get("type") != "RuntimeDefault":
        yield "has no seccomp profile"
    if pod.get("restartPolicy", "Always") == "Always" and pod.get("terminationGracePeriodSeconds", 30) <= STOP:
        yield f"is killed within {STOP} seconds"
    volumes = {volume["name"] for volume in pod.get("volumes", [])}
    volumes |= {claim["metadata"]["name"] for claim in owner.get("volumeClaimTemplates", [])}
    for volume in pod.get("volumes", []):
        secret = volume.get("secret", {}).get("secretName")
        if secret and ("Secret", secret) not in named:
            yield f"has no Secret {secret}"
    for container in pod["containers"] + pod.get("initContainers", []):
        name = container["name"]
        own = container.get("securityContext", {})
        if own.get("allowPrivilegeEscalation") is not False or own.get("readOnlyRootFilesystem") is not True:
            yield f"{name}: may gain privileges or write to its image"
        if own.get("capabilities", {}).get("drop") != ["ALL"]:
            yield f"{name}: keeps capabilities"
        if not {"requests", "limits"} <= container.get("resources", {}).keys():
            yield f"{name}: has no resources"
        for source in container.get("envFrom", []):
            if ("ConfigMap", source["configMapRef"]["name"]) not in named:
                yield f"{name}: no ConfigMap {source['configMapRef']['name']}"
        for mount in container.get("volumeMounts", []):
            if mount["name"] not in volumes:
                yield f"{name}: no volume {mount['name']}"
        ports = {port["name"] for port in container.get("ports", [])}
        for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
            if probe in container and container[probe]["httpGet"]["port"] not in ports:
                yield f"{name}: {probe} asks no port of its own"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        found = list(faults([thing for thing in yaml.safe_load_all(file) if thing]))
    for fault in found:
        print(fault, file=sys.stderr)
    sys.exit(1 if found else 0)
