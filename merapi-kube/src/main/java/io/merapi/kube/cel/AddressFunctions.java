package io.merapi.kube.cel;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.merapi.kube.cel.FunctionLibrary.Parameter;

/** Addresses: URLs, and those of machines and networks. */
final class AddressFunctions {

  private static final OpaqueType IP_TYPE = OpaqueType.create("net.IP");
  private static final OpaqueType CIDR_TYPE = OpaqueType.create("net.CIDR");
  private static final Parameter<IpAddress> IP = new Parameter<>(IP_TYPE, IpAddress.class);
  private static final Parameter<IpNetwork> CIDR = new Parameter<>(CIDR_TYPE, IpNetwork.class);

  private static final OpaqueType URL_TYPE = OpaqueType.create("kubernetes.URL");
  private static final Parameter<Url> URL = new Parameter<>(URL_TYPE, Url.class);

  private AddressFunctions() {}

  static FunctionLibrary urls() {
    return new FunctionLibrary()
        .global("url", "string_to_url", URL_TYPE, Parameter.STRING, Url::parse)
        .global(
            "isURL",
            "is_url_string",
            SimpleType.BOOL,
            Parameter.STRING,
            text -> ValueFunctions.isReadable(Url::parse, text))
        .member("getScheme", "url_get_scheme", SimpleType.STRING, URL, Url::scheme)
        .member("getHost", "url_get_host", SimpleType.STRING, URL, Url::host)
        .member("getHostname", "url_get_hostname", SimpleType.STRING, URL, Url::hostname)
        .member("getPort", "url_get_port", SimpleType.STRING, URL, Url::port)
        .member("getEscapedPath", "url_get_escaped_path", SimpleType.STRING, URL, Url::path)
        .member(
            "getQuery",
            "url_get_query",
            MapType.create(SimpleType.STRING, ListType.create(SimpleType.STRING)),
            URL,
            Url::queryValues);
  }

  static FunctionLibrary addresses() {
    return new FunctionLibrary()
        .global("ip", "string_to_ip", IP_TYPE, Parameter.STRING, IpAddress::parse)
        .global(
            "isIP",
            "is_ip",
            SimpleType.BOOL,
            Parameter.STRING,
            text -> ValueFunctions.isReadable(IpAddress::parse, text))
        .global(
            "ip.isCanonical",
            "ip_is_canonical",
            SimpleType.BOOL,
            Parameter.STRING,
            text -> IpAddress.parse(text).toString().equals(text))
        .global("string", "ip_to_string", SimpleType.STRING, IP, IpAddress::toString)
        .member("family", "ip_family", SimpleType.INT, IP, ip -> ip.bits() == 32 ? 4L : 6L)
        .member("isUnspecified", "ip_is_unspecified", SimpleType.BOOL, IP, IpAddress::isUnspecified)
        .member("isLoopback", "ip_is_loopback", SimpleType.BOOL, IP, IpAddress::isLoopback)
        .member(
            "isLinkLocalMulticast",
            "ip_is_link_local_multicast",
            SimpleType.BOOL,
            IP,
            IpAddress::isLinkLocalMulticast)
        .member(
            "isLinkLocalUnicast",
            "ip_is_link_local_unicast",
            SimpleType.BOOL,
            IP,
            IpAddress::isLinkLocalUnicast)
        .member(
            "isGlobalUnicast",
            "ip_is_global_unicast",
            SimpleType.BOOL,
            IP,
            IpAddress::isGlobalUnicast);
  }

  static FunctionLibrary networks() {
    return new FunctionLibrary()
        .global("cidr", "string_to_cidr", CIDR_TYPE, Parameter.STRING, IpNetwork::parse)
        .global(
            "isCIDR",
            "is_cidr",
            SimpleType.BOOL,
            Parameter.STRING,
            text -> ValueFunctions.isReadable(IpNetwork::parse, text))
        .global("string", "cidr_to_string", SimpleType.STRING, CIDR, IpNetwork::toString)
        .member(
            "containsIP",
            "cidr_contains_ip_ip",
            SimpleType.BOOL,
            CIDR,
            IP,
            (network, ip) -> network.contains(ip))
        .member(
            "containsIP",
            "cidr_contains_ip_string",
            SimpleType.BOOL,
            CIDR,
            Parameter.STRING,
            (network, text) -> network.contains(IpAddress.parse(text)))
        .member(
            "containsCIDR",
            "cidr_contains_cidr",
            SimpleType.BOOL,
            CIDR,
            CIDR,
            (network, other) -> network.contains(other))
        .member(
            "containsCIDR",
            "cidr_contains_cidr_string",
            SimpleType.BOOL,
            CIDR,
            Parameter.STRING,
            (network, text) -> network.contains(IpNetwork.parse(text)))
        .member("ip", "cidr_ip", IP_TYPE, CIDR, IpNetwork::address)
        .member(
            "prefixLength",
            "cidr_prefix_length",
            SimpleType.INT,
            CIDR,
            network -> (long) network.length())
        .member("masked", "cidr_masked", CIDR_TYPE, CIDR, IpNetwork::masked);
  }
}
